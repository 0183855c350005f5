import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { fileRoots } from "#server/storage/storage.ts";

const root = path.resolve(import.meta.dirname, "../..");
const operations = readFileSync(path.join(root, "docs/operations.md"), "utf8");
const [, backup = ""] = /^## Backup and restore\n(.+?)^## /ms.exec(operations) ?? [];

test("what docs/operations.md tells an operator to copy beside a base names every root of the stored files", () => {
  const [, copied = ""] = /^rsync -a (.+) \/backup\/stored$/m.exec(backup) ?? [];
  expect(copied.split(" ")).toEqual(fileRoots.map((name) => `"$DATA_DIR/${name}"`));
});

test("every command and flag of that section is one that the product has", () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const commands = new Set([...backup.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name));
  expect([...commands]).toEqual(["backup", "restore"]);
  for (const name of commands) expect(scripts[name]).toBe(`node scripts/${name}.ts`);
  const programs = [...commands].map((name) => readFileSync(path.join(root, `scripts/${name}.ts`), "utf8"));
  for (const [flag] of backup.matchAll(/(?<=`)--[a-z-]+(?=`)/g))
    expect(programs.join(""), flag).toContain(`"${flag}"`);
});
