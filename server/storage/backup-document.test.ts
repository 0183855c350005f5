import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { fileRoots } from "./files.ts";

const operations = readFileSync(path.resolve(import.meta.dirname, "../../docs/operations.md"), "utf8");

test("what docs/operations.md tells an operator to back up names every root of the stored files", () => {
  const [, backup = ""] = /^## Backup and restore\n\n(.+)\n/m.exec(operations) ?? [];
  const named = [...backup.matchAll(/`DATA_DIR\/([^`]+)`/g)].map(([, name]) => name);
  expect(named).toEqual(expect.arrayContaining([...fileRoots]));
});
