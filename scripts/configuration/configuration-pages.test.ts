import { readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { z } from "zod";
import { settingGroups, settingNames } from "#server/config.ts";
import { configurationPage, documentedGroups, environmentExample } from "./pages.ts";

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, "../..", file), "utf8");
const fields = documentedGroups().flatMap((group) => group.fields);
const schemas: Readonly<Record<string, z.ZodType>> = Object.assign({}, ...Object.values(settingGroups));
const parsed = (name: string, value: string | undefined) => z.object(schemas).shape[name]?.safeParse(value);

test("docs/configuration.md and .env.example are what the schema says: npm run configuration", () => {
  expect(read("docs/configuration.md")).toBe(configurationPage());
  expect(read(".env.example")).toBe(environmentExample());
});

test("every setting that is read is documented, once", () => {
  expect(fields.map(({ name }) => name).toSorted()).toEqual([...settingNames].toSorted());
});

test.each(fields)("$name says its meaning in at most 30 words, and its example is taken", (field) => {
  expect(field.about.split(/\s+/).length).toBeLessThanOrEqual(30);
  if (!field.example.startsWith("<"))
    expect(parsed(field.name, field.example)).toMatchObject({ success: true });
});

test.each(fields.filter(({ default: text }) => text !== undefined))(
  "$name set to the default that is written down is as if it were not set",
  (field) => {
    const value = field.default === "" ? undefined : field.default;
    expect(parsed(field.name, value)).toEqual(parsed(field.name, undefined));
  },
);

test(".env.example sets nothing by itself, and its lines without the sign of a comment set the examples", () => {
  expect(parseEnv(environmentExample())).toEqual({});
  const lines = environmentExample().replaceAll(/^# ([A-Z0-9_]+=)/gm, "$1");
  expect(parseEnv(lines)).toEqual(Object.fromEntries(fields.map(({ name, example }) => [name, example])));
});

test("the README's settings are settings", () => {
  const readme = read("README.md");
  const table = readme.slice(readme.indexOf("## Configuration"), readme.indexOf("## Read on"));
  const named = [...table.matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(0);
  for (const name of named) expect(settingNames).toContain(name);
});
