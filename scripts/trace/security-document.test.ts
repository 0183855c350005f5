import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const text = readFileSync(path.join(root, "docs/security.md"), "utf8");
const rows = text.split("\n").filter((line) => /^\| \d+\.\d+\.\d+/.test(line));
const tests = globSync("{contract,server,media-engine,demo,web,scripts,e2e}/**/*.{test,spec}.{ts,tsx}", {
  cwd: root,
}).map((file) => readFileSync(path.join(root, file), "utf8"));

/** The rows of level 1 and 2 in each chapter, as `6.5.1–6.5.5` or `6.6.2, 6.6.3` may name several. */
function numbersIn(row: string): string[] {
  const named = row.split("|")[1]?.trim() ?? "";
  const [from, to] = named.split("–");
  if (from && to) {
    const [last, head] = [Number(to.split(".").at(-1)), from.split(".").slice(0, 2).join(".")];
    const first = Number(from.split(".").at(-1));
    return Array.from({ length: last - first + 1 }, (_, index) => `${head}.${first + index}`);
  }
  return named.split(", ");
}

test("the security document answers every row of ASVS level 2 in its chapters, once", () => {
  const sections = { "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4 };
  const more = { "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2, "9.1": 3, "9.2": 4 };
  const wanted = Object.entries({ ...sections, ...more }).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );
  expect(rows.flatMap(numbersIn).sort()).toEqual(wanted.sort());
});

test("every test that the security document names exists under that title", () => {
  const titles = rows.flatMap((row) => [...(row.split("|").at(-2) ?? "").matchAll(/"([^"]+)"/g)]);
  expect(titles.length).toBeGreaterThan(30);
  const missing = titles
    .map(([, title = ""]) => title)
    .filter((title) => !tests.some((file) => file.includes(title)));
  expect(missing).toEqual([]);
});

test("every file that the security document names exists", () => {
  const files = [...text.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, file = ""]) => file);
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});
