import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { legalDetailNames } from "#server/config/legal.ts";
import { explain } from "./explain.ts";
import { assertWholeDocuments } from "./whole-documents.ts";

const production = {
  DEMO: "0",
  SITE_NAME: "Cams",
  STATEMENT_DESCRIPTOR: "CAMS",
  PUBLIC_ORIGIN: "https://cams.example.com",
  JWT_SECRET: "a secret of an operator, long enough",
  SMTP_URL: "smtp://localhost",
};
const allBut = (missing: string) =>
  Object.fromEntries(legalDetailNames.filter((name) => name !== missing).map((name) => [name, "said"]));

test("R-OPEN-87: without the demo nothing starts while a legal document would show a placeholder, and each that is missing is named", async () => {
  const refused = await assertWholeDocuments(readConfig(production)).catch(explain);
  expect(refused).toMatch(/^Fanlight cannot start: wrong settings\.\n/);
  const named = String(refused).matchAll(
    /^(LEGAL_\w+): required when DEMO=0, a legal document states it \(.+\)$/gm,
  );
  expect([...named].map(([, name]) => name)).toEqual(legalDetailNames.toSorted());
  const one = await assertWholeDocuments(readConfig({ ...production, ...allBut("LEGAL_LAW") })).catch(
    explain,
  );
  expect(String(one).split("\n").slice(1)).toEqual([
    "LEGAL_LAW: required when DEMO=0, a legal document states it (governing law)",
  ]);
  await assertWholeDocuments(readConfig({ ...production, ...allBut("") }));
  await assertWholeDocuments(readConfig({}));
});

test("R-OPEN-87: a detail is one text for both languages or one for each, and no more", () => {
  const factOf = (LEGAL_LAW: string) => readConfig({ LEGAL_LAW }).legalDetails.get("LEGAL_LAW");
  expect(factOf("Colombia")).toEqual({ en: "Colombia", es: "Colombia" });
  expect(factOf(" Spain |  España ")).toEqual({ en: "Spain", es: "España" });
  for (const wrong of ["a | b | c", "a |", "| b", " | "])
    expect(() => readConfig({ LEGAL_LAW: wrong }), wrong).toThrow(/^LEGAL_LAW: has /);
  expect(readConfig({ PAYOUT_CENTS: "4.5" }).legalDetails.get("PAYOUT_CENTS")).toEqual({
    en: "4.5 US cents",
    es: "4,5 centavos de dólar",
  });
});
