import { expect, test } from "vitest";
import { createRoomPauses } from "./room-pauses.ts";

const forEver = Number.POSITIVE_INFINITY;

function rig() {
  let nowMs = 0;
  const pauses = createRoomPauses(() => nowMs);
  const at = (ms: number) => {
    nowMs = ms;
  };
  return { pauses, at };
}

test("R-OPEN-71: a pause lasts from the moment it is reported to the moment its end is", () => {
  const { pauses, at } = rig();
  pauses.begin("luna", false);
  at(1_000);
  pauses.pausing("luna", false)();
  expect([pauses.isPaused("luna"), pauses.of("luna")]).toEqual([true, [{ fromMs: 1_000, toMs: forEver }]]);
  at(4_000);
  pauses.resumed("luna", true);
  expect([pauses.isPaused("luna"), pauses.of("luna")]).toEqual([false, [{ fromMs: 1_000, toMs: 4_000 }]]);
  expect(pauses.of("mara"), "another room").toEqual([]);
});

test("R-OPEN-71: a room that was paused before this process knew of it was so all along", () => {
  const { pauses, at } = rig();
  at(5_000);
  pauses.resumed("luna", true);
  expect(pauses.of("luna")).toEqual([{ fromMs: -forEver, toMs: 5_000 }]);
  pauses.begin("mara", true);
  expect(pauses.of("mara")).toEqual([{ fromMs: -forEver, toMs: forEver }]);
});

test("R-OPEN-71: a change without a notification is taken from the database, in the fan's favour", () => {
  const { pauses, at } = rig();
  pauses.begin("luna", false);
  at(1_000);
  pauses.compare()("luna", false);
  at(2_000);
  pauses.compare()("luna", true);
  expect(pauses.of("luna"), "since it was last known to go on").toEqual([{ fromMs: 1_000, toMs: forEver }]);
  at(3_000);
  pauses.compare()("luna", false);
  expect(pauses.of("luna")).toEqual([{ fromMs: 1_000, toMs: 3_000 }]);
});

test("R-OPEN-71: what was read from the database before a pause was written down does not undo it", () => {
  const { pauses, at } = rig();
  pauses.begin("luna", false);
  at(1_000);
  const askedBefore = pauses.compare();
  const stands = pauses.pausing("luna", false);
  const askedMeanwhile = pauses.compare();
  askedMeanwhile("luna", false);
  stands();
  askedBefore("luna", false);
  askedMeanwhile("luna", false);
  expect(pauses.of("luna")).toEqual([{ fromMs: 1_000, toMs: forEver }]);
  at(2_000);
  pauses.compare()("luna", false);
  expect(pauses.of("luna"), "it could not be written down").toEqual([{ fromMs: 1_000, toMs: 2_000 }]);
});
