import { expect, test } from "vitest";
import type { RoomMessage } from "#contract/live.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { createReactionQueue, hasJustReached, reactionSize } from "./reaction-queue.ts";

let ids = 0;
const tip = (tokens: number, kind: RoomMessage["kind"] = "tip"): RoomMessage => ({
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
  const shown = () => {
    const { current } = queue.get();
    return current && "line" in current ? (current.line.tokens ?? null) : null;
  };
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

const goal = (reached: number, target = 500, en = "a bolero") => ({
  title: { en, es: "un bolero" },
  reached,
  target,
});

test("A goal is reached once: on the step over its target, not before, after, or by another goal", () => {
  expect(hasJustReached(goal(480), goal(500))).toBe(true);
  expect(hasJustReached(goal(480), goal(499))).toBe(false);
  expect(hasJustReached(goal(500), goal(540))).toBe(false);
  expect(hasJustReached(null, goal(500))).toBe(false);
  expect(hasJustReached(goal(480), null)).toBe(false);
  expect(hasJustReached(goal(480), goal(500, 500, "a waltz"))).toBe(false);
  expect(hasJustReached(goal(480), goal(500, 400))).toBe(false);
});

test("A reached goal is celebrated next, on the whole stage, or as a chip with reduced motion", () => {
  const { clock, queue } = openQueue();
  for (const tokens of [10, 20]) queue.offer(tip(tokens));
  queue.celebrate(goal(500));
  clock.advance(2_000);
  expect(queue.get().current).toEqual({ goal: goal(500), size: "stage" });
  clock.advance(4_000);
  expect(queue.get().current).toMatchObject({ line: { tokens: 20 } });
  const calm = openQueue(true);
  calm.queue.celebrate(goal(500));
  expect(calm.queue.get().current?.size).toBe("chip");
});
