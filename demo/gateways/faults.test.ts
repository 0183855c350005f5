import { expect, test } from "vitest";
import { seededRandom } from "#server/kit/random.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { drawnFaults, type Faults, noFaults } from "./faults.ts";
import { createMessageSender } from "./messages.ts";

const draw = (faults: Faults, times: number) =>
  Array.from({ length: times }, () => ({
    reply: faults.reply(),
    away: faults.isAway(),
    sent: faults.deliveries(),
  }));

test("faults are drawn of every kind, and the same ones from the same seed", () => {
  const drawn = draw(drawnFaults(seededRandom("one"), 0.3), 500);
  expect(drawn).toEqual(draw(drawnFaults(seededRandom("one"), 0.3), 500));
  expect(new Set(drawn.map(({ reply }) => reply))).toEqual(new Set(["send", "cut", "hold", "fail", "limit"]));
  expect(new Set(drawn.map(({ away }) => away)).size).toBe(2);
  const copies = drawn.map(({ sent }) => sent.length);
  expect([Math.min(...copies), Math.max(...copies)]).toEqual([1, 3]);
  const deliveries = drawn.flatMap(({ sent }) => sent);
  expect(deliveries.some(({ lateMs }) => lateMs > 0)).toBe(true);
  expect(deliveries.some(({ lostTries }) => lostTries === Number.POSITIVE_INFINITY)).toBe(true);
});

test("at a rate of nothing no fault is drawn", () => {
  expect(draw(drawnFaults(seededRandom("one"), 0), 100)).toEqual(draw(noFaults, 100));
});

/** Sends one message whose tries are lost; answers when those that arrived did, in minutes. */
async function arrivals(isOnlyWord: boolean, acknowledges: boolean): Promise<number[]> {
  const clock = manualClock();
  const began = clock.now().getTime();
  const lost = { lateMs: 60_000, lostTries: Number.POSITIVE_INFINITY };
  const faults = { ...noFaults, deliveries: () => [lost, { ...lost, lostTries: 1 }] };
  const retryPausesMs = [60_000, 60_000, 60_000];
  const sender = createMessageSender({ clock, faults, retryPausesMs });
  const arrived: number[] = [];
  const post = async () => {
    arrived.push((clock.now().getTime() - began) / 60_000);
    return acknowledges;
  };
  sender.send(post, { delayMs: 0, copies: 1, isOnlyWord });
  for (let minute = 0; minute < 10; minute++) {
    clock.advance(60_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return arrived;
}

test("a message comes late, and again after a lost try, until it is acknowledged or the last try was made", async () => {
  expect(await arrivals(false, true)).toEqual([2]);
  expect(await arrivals(false, false)).toEqual([2, 3, 4]);
});

test("what the merchant cannot ask for arrives by the last try", async () => {
  expect(await arrivals(true, true)).toEqual([2, 4]);
});
