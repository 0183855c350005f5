import { expect, test } from "vitest";
import type { RoomLine } from "#contract/live.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { createReactionQueue, reactionSize } from "./reaction-queue.ts";

let ids = 0;
const tip = (tokens: number, kind: RoomLine["kind"] = "tip"): RoomLine => ({
  id: ++ids,
  client_message_id: null,
  author: { id: 1, name: "nico", role: "fan" },
  kind,
  body: "",
  tokens,
  at: "2026-11-21T12:00:00Z",
});

function openQueue(reducedMotion = false) {
  const clock = manualClock();
  const queue = createReactionQueue(clock, () => reducedMotion);
  const shown = () => queue.get().current?.line.tokens ?? null;
  return { clock, queue, shown };
}

test.each([
  [1, "chip"],
  [49, "chip"],
  [50, "banner"],
  [249, "banner"],
  [250, "stage"],
])("%i tokens appear as a %s", (tokens, size) => {
  expect(reactionSize(tokens, false)).toBe(size);
  expect(reactionSize(tokens, true)).toBe("chip");
});

test("Reactions are shown one at a time, in their order, each for at most 4 s", () => {
  const { clock, queue, shown } = openQueue();
  for (const tokens of [500, 10, 60]) queue.offer(tip(tokens));
  expect(shown()).toBe(500);
  clock.advance(3_999);
  expect(shown()).toBe(500);
  clock.advance(1);
  expect(shown()).toBe(10);
  clock.advance(2_000);
  expect(shown()).toBe(60);
  clock.advance(3_000);
  expect(shown()).toBeNull();
});

test("Chat lines are no reactions", () => {
  const { queue, shown } = openQueue();
  queue.offer(tip(0, "text"));
  queue.offer(tip(0, "system"));
  expect(shown()).toBeNull();
});

test("In a storm the queue stays bounded and the largest are not lost", () => {
  const { clock, queue, shown } = openQueue(true);
  for (let count = 0; count < 100; count += 1) queue.offer(tip(1));
  queue.offer(tip(900));
  let rounds = 0;
  const seen: (number | null)[] = [];
  for (; shown() !== null; clock.advance(2_000)) {
    seen.push(shown());
    rounds += 1;
  }
  expect(rounds).toBeLessThanOrEqual(13);
  expect(seen).toContain(900);
});
