import { sql } from "kysely";
import { expect, test } from "vitest";
import { searchKey } from "#contract/search-key.ts";
import { testApp } from "#testing/app/test-app.ts";

const app = testApp();

const same = [
  ["Don\u2019t stop", "don't stop", "DON\u02bcT STOP", "don\u00b4t stop", "don`t stop"],
  ["Begoña Núñez", "begona nunez", "BEGON\u0303A NU\u0301N\u0303EZ", "Bego\u00adña Nuñ\u200bez"],
  ["ﬁnal", "final", "ＦＩＮＡＬ", "𝐟𝐢𝐧𝐚𝐥"],
  ["Straße", "STRASSE", "strasse", "STRAẞE"],
  ["Ærø Œuvre Łódź", "aero oeuvre lodz"],
  ["İstanbul ılık", "istanbul ilik"],
  ["“hola” — adiós", '"hola" - adios', "«hola» – adiós"],
  ["１２３ km²", "123 km2"],
];

test("a search finds what is written with other apostrophes, ligatures, widths, accents and case, in pages and in the database alike", async () => {
  for (const spellings of same) {
    const [first = ""] = spellings.map(searchKey);
    for (const spelling of spellings) {
      expect(searchKey(spelling), spelling).toBe(first);
      const { rows } = await sql<{ key: string }>`select kit.search_key(${spelling}) as key`.execute(app.db);
      expect(rows[0]?.key, spelling).toBe(first);
    }
  }
});
