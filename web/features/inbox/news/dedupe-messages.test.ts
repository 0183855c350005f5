import { expect, test } from "vitest";
import { dedupeMessages } from "./dedupe-messages.ts";

test("a message that is repeated after a gap is announced once", () => {
  const seen = dedupeMessages();
  expect([7, 8, 7].map(seen)).toEqual([true, true, false]);
  expect(dedupeMessages()(7)).toBe(true);
});

test("messages are remembered for a while only", () => {
  const seen = dedupeMessages();
  for (let id = 1; id <= 501; id++) seen(id);
  expect(seen(501)).toBe(false);
  expect(seen(1)).toBe(true);
});
