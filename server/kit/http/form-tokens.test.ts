import { expect, test } from "vitest";
import { manualClock } from "#testing/manual-clock.ts";
import { createFormTokens } from "./form-tokens.ts";

const secret = "a secret that only this test knows";

test("R-AMB-13: a form token has 40 characters, is never the same, and is good for two hours", () => {
  const clock = manualClock();
  const tokens = createFormTokens(secret, clock);
  const token = tokens.issue();
  expect(token).toMatch(/^[\w-]{40}$/);
  expect(tokens.issue()).not.toBe(token);
  clock.advance(2 * 3600 * 1000);
  expect(tokens.accepts(token)).toBe(true);
  clock.advance(1000);
  expect(tokens.accepts(token)).toBe(false);
});

test("R-AMB-13: a token of another secret, of the future, or changed at any position is refused", () => {
  const clock = manualClock();
  const tokens = createFormTokens(secret, clock);
  expect(tokens.accepts(createFormTokens(`${secret}!`, clock).issue())).toBe(false);
  const token = tokens.issue();
  for (let index = 0; index < token.length; index++) {
    const other = token[index] === "A" ? "B" : "A";
    expect(tokens.accepts(token.slice(0, index) + other + token.slice(index + 1)), `position ${index}`).toBe(
      false,
    );
  }
  clock.advance(60_000);
  const later = tokens.issue();
  clock.advance(-60_000);
  expect(tokens.accepts(later)).toBe(false);
});
