import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const FOLDER = new URL("../locales/", import.meta.url);

async function readMessages(name: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(new URL(name, FOLDER), "utf8"));
}

const places = (text: unknown) =>
  [...JSON.stringify(text).matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name)).sort();

test("R-I18N-01: every message exists in English and in Spanish, with the same places to fill", async () => {
  const english = (await readdir(FOLDER)).filter((name) => name.endsWith(".en.json"));
  expect(english).not.toHaveLength(0);
  for (const name of english) {
    const [en, es] = await Promise.all([readMessages(name), readMessages(name.replace(".en.", ".es."))]);
    expect(Object.keys(es).sort(), name).toEqual(Object.keys(en).sort());
    for (const key of Object.keys(en)) {
      if (typeof en[key] === "string") expect(places(es[key]), `${name} ${key}`).toEqual(places(en[key]));
      expect(es[key], `${name} ${key}`).not.toBe("");
    }
  }
});
