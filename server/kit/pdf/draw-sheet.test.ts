import { expect, test } from "vitest";
import { readPdf } from "#testing/pdf-text.ts";
import { drawSheet } from "./draw-sheet.ts";
import { printable, type Sheet } from "./sheet.ts";

const at = new Date("2026-11-24T15:30:00Z");
const sheet = (parts: Sheet["parts"], other: Partial<Sheet> = {}): Sheet => ({
  ...{ language: "es", title: "Recibo", number: "N.º 12", notice: null, parts, notes: [] },
  ...other,
});

test("the letters and signs of Spanish, and those of prices, are read back from the file as they were written", async () => {
  const text =
    "¿Qué pagó Íñigo Güell? ¡Añádelo ahí! ÁÉÍÓÚÜÑ áéíóúüñ — $40.000 COP, 24,99 €, N.º 7, •••• 4242";
  const { pages, info } = await readPdf(
    await drawSheet(sheet([{ kind: "details", rows: [["Número", text]] }]), at),
  );
  expect(pages).toHaveLength(1);
  const read = pages[0]?.replaceAll(/\s+/g, " ");
  for (const part of ["Recibo", "N.º 12", "Número", text]) expect(read).toContain(part);
  expect(info).toMatchObject({ Title: "Recibo", Language: "es", PDFFormatVersion: "1.7" });
});

test("what no longer fits goes on on the next page, and every line is there once", async () => {
  const rows = Array.from({ length: 120 }, (_, line) => `línea ${line + 1}.`);
  const { pages } = await readPdf(await drawSheet(sheet([{ kind: "list", heading: "Pausas", rows }]), at));
  expect(pages).toHaveLength(3);
  expect(pages.join(" ").match(/línea \d+\./g)).toEqual(rows);
});

test("a character that the fonts lack is a question mark, and the narrow spaces of Intl are spaces", () => {
  expect(printable("3:30\u202fPM\u00a0UTC \u65e5 \u{1f600} e\u0301")).toBe("3:30 PM UTC ? ? é");
});
