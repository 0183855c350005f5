import { expect, test } from "vitest";
import { sameSitePath } from "./same-site-path.ts";

test.each([
  ["/videos?x=1#y", "/videos?x=1#y"],
  ["/", "/"],
  ["/a/../b", "/b"],
  [null, null],
  ["", null],
  ["videos", null],
  ["//evil.example/x", null],
  ["/\\evil.example", null],
  ["/\t/evil.example", null],
  ["/.//evil.example", null],
  ["https://evil.example", null],
  ["javascript:alert(1)", null],
])("the path %j is followed as %j", (wanted, followed) => {
  expect(sameSitePath(wanted)).toBe(followed);
});
