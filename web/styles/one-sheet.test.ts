import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("a page has one style sheet: no part of it waits for one of its own, which a lost connection would keep away", () => {
  const importing = globSync("web/**/*.{ts,tsx}", { exclude: ["web/**/*.test.*"] }).filter((file) =>
    /^import .*\.css(\?url)?";$/m.test(readFileSync(file, "utf8")),
  );
  expect(importing).toEqual(["web/root.tsx"]);
});
