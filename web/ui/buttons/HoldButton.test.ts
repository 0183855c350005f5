import { expect, test } from "vitest";
import { manualClock } from "#testing/manual-clock.ts";
import { createHoldSession } from "./HoldButton.tsx";

function openHold() {
  const clock = manualClock();
  const counter = { done: 0 };
  const hold = createHoldSession(clock, () => {
    counter.done += 1;
  });
  return { clock, counter, hold };
}

test("Holding for 600 ms acts once, also while the key repeats", () => {
  const { clock, counter, hold } = openHold();
  hold.press();
  clock.advance(300);
  hold.press();
  clock.advance(299);
  expect(counter.done).toBe(0);
  clock.advance(1);
  expect(counter.done).toBe(1);
  hold.release();
  expect(hold.get().phase).toBe("rest");
});

test("Letting go early does nothing but say so", () => {
  const { clock, counter, hold } = openHold();
  hold.press();
  clock.advance(599);
  hold.release();
  expect(hold.get().phase).toBe("short");
  clock.advance(10_000);
  expect(counter.done).toBe(0);
  expect(hold.get().phase).toBe("rest");
});

test("Those who cannot hold activate twice; a forgotten first one lapses", () => {
  const { clock, counter, hold } = openHold();
  hold.activate();
  expect(hold.get().phase).toBe("confirm");
  clock.advance(5_000);
  hold.activate();
  expect(counter.done).toBe(0);
  hold.activate();
  expect(counter.done).toBe(1);
});
