import { expect, test } from "vitest";
import { referrerOf } from "#web/entities/account/referrer.ts";

test("R-REF-01, R-AUTH-06: only a fan's id is a referrer", () => {
  expect(referrerOf("42")).toBe(42);
  for (const text of [null, "", "0", "-1", "4.5", "4e3", " 42", "0x2a", "1234567890123456", "luna"])
    expect(referrerOf(text), String(text)).toBeNull();
});
