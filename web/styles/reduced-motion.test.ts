import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync(new URL("components.css", import.meta.url), "utf8");
/** The rules for who wants less motion, without their spaces. */
const reduced = [...css.matchAll(/@media \(prefers-reduced-motion: reduce\) \{(.*?)\n\}/gs)]
  .map(([, rules]) => rules?.replaceAll(/\s+/g, ""))
  .join("");

test("who wants less motion sees no cross-fade from page to page", () => {
  const parts = ["group", "old", "new"].map((part) => `::view-transition-${part}(*)`).join(",");
  expect(reduced).toContain(`${parts}{animation:none!important;}`);
});
