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

test("R-AMB-13: a token of another secret, of the future, or changed in any place is refused", () => {
  const clock = manualClock();
  const tokens = createFormTokens(secret, clock);
  expect(tokens.accepts(createFormTokens(`${secret}!`, clock).issue())).toBe(false);
  const token = tokens.issue();
  for (let place = 0; place < token.length; place++) {
    const other = token[place] === "A" ? "B" : "A";
    expect(tokens.accepts(token.slice(0, place) + other + token.slice(place + 1)), `place ${place}`).toBe(
      false,
    );
  }
  clock.advance(60_000);
  const later = tokens.issue();
  clock.advance(-60_000);
  expect(tokens.accepts(later)).toBe(false);
});
