import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "@swc/core";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");
const files = (pattern: string) => globSync(pattern, { cwd: root }).sort();
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const moduleOf = (file: string) => /^server\/([^/]+)\//.exec(file)?.[1] ?? "";

/** Every table and view with the module whose migrations create it. */
const owners = new Map(
  files("server/*/migrations/*.sql").flatMap((file) =>
    [
      ...read(file).matchAll(
        /create (?:(?:unlogged )?table|(?:materialized )?view)(?: if not exists)? ([a-z_]+\.[a-z_]+)/gi,
      ),
    ].map(([, table = ""]) => [table, moduleOf(file)] as const),
  ),
);

/** Tables of which another module owns some columns. */
const shared: Readonly<Record<string, string>> = {
  "accounts.account": "profiles",
  // A show is a session of a room, and who is in one may be in a show: the two modules write them in one transaction.
  "live.room": "shows",
  "live.session": "shows",
  "live.tip": "shows",
  "live.participant": "rooms",
  "shows.promo_link": "rooms",
};

/** The texts of a source: string literals and the fixed parts of templates, which contain the SQL. */
function textsOf(file: string): string[] {
  const texts: string[] = [];
  const visit = (node: unknown) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (node === null || typeof node !== "object") return;
    const { type, value, raw } = node as { type?: string; value?: string; raw?: string };
    if (type === "StringLiteral") texts.push(value ?? "");
    else if (type === "TemplateElement") texts.push(raw ?? "");
    else Object.values(node).forEach(visit);
  };
  visit(parseSync(read(file), { syntax: "typescript", tsx: file.endsWith("x"), target: "es2024" }).body);
  return texts;
}

test("only the module that owns a table names it in SQL", () => {
  expect(owners.size).toBeGreaterThan(30);
  const sources = files("{server,demo,web,contract,media-engine}/**/*.{ts,tsx}").filter(
    (file) => !/\.test\.tsx?$|^demo\/studio\/|^web\/paraglide\//.test(file),
  );
  const strangers = sources.flatMap((file) => {
    const named = textsOf(file).flatMap((text) => text.match(/\b[a-z_]+\.[a-z_]+\b/g) ?? []);
    return [...new Set(named)]
      .filter((table) => owners.has(table) && ![owners.get(table), shared[table]].includes(moduleOf(file)))
      .map((table) => `${file} names ${table}, which is ${owners.get(table)}'s`);
  });
  expect(strangers).toEqual([]);
});
