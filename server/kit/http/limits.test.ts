import { expect, test } from "vitest";
import { limitsContract } from "#testing/limits/limits-contract.ts";
import { addressBlock, memoryLimits } from "./limits.ts";

const limits = memoryLimits();
limitsContract(() => limits);

test.each([
  ["one household", "2001:db8:1:2::1", "2001:db8:1:2:ffff:0:0:9", true],
  ["two households", "2001:db8:1:2::1", "2001:db8:1:3::1", false],
  ["a shortened address", "2001:db8::1", "2001:db8:0:0:5::", true],
  ["two hosts by IPv4", "203.0.113.7", "203.0.113.8", false],
  ["two hosts by IPv4 within IPv6", "::ffff:203.0.113.7", "::ffff:203.0.113.8", false],
])("callers count together by the /64 of IPv6 and the address of IPv4: %s", (_, one, other, isOne) => {
  expect(addressBlock(one) === addressBlock(other)).toBe(isOne);
});
