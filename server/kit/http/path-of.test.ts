import { expect, test } from "vitest";
import { pathOf } from "./path-of.ts";

test.each([
  ["/api/here?of=/x", "/api/here"],
  ["/%61pi/h%65re", "/api/here"],
  ["http://elsewhere.example/api/here?x", "/api/here"],
  ["HTTPS://elsewhere.example?x", ""],
  ["/caf%C3%A9#x", "/café"],
  ["/a%2Fb", "/a%2Fb"],
  ["/%2561pi", "/%61pi"],
  ["/100%", "/100%"],
  ["//elsewhere.example/api", "//elsewhere.example/api"],
])("of %s the path is %s", (target, path) => {
  expect(pathOf(target)).toBe(path);
});
