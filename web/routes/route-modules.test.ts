import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("each route exports a page of its own: the router renders one that is passed on from another file never again, so that it would keep its language", () => {
  const files = globSync("web/routes/**/*.tsx").filter((file) => !file.endsWith(".test.tsx"));
  expect(files.length).toBeGreaterThan(50);
  const passedOn = files.filter((file) =>
    /export\s*\{[^}]*\bdefault\b[^}]*\}/.test(readFileSync(file, "utf8")),
  );
  expect(passedOn).toEqual([]);
});
