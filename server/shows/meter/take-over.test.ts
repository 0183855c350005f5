import { expect, test } from "vitest";
import { createRoomPauses } from "#server/rooms/room-pauses.ts";
import { createMeter } from "#server/shows/meter/meter.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { shownTo } from "#testing/rooms/metered-viewer.ts";

test("a node that has become the owner keeps shows once it takes over, not while its engine still starts, and none after", async () => {
  const clock = manualClock();
  const keepers: string[] = [];
  const meter = createMeter({
    clock,
    monotonicMs: () => clock.now().getTime(),
    pauses: createRoomPauses(() => clock.now().getTime()),
    log: { error: (problem: unknown) => expect(problem).toBeUndefined() },
    owner: { isMine: () => true },
    ownSide: { absentMs: () => 0 },
    reports: { rooms: () => new Map(), flows: async () => [], onReport: () => () => {} },
    keep: async (_lease, progress) =>
      new Map(
        progress.map(({ id }) => [
          id,
          { rate: null, modelPaused: false, rateSince: null, offerExpired: false },
        ]),
      ),
    slice: async () => null,
    async adopt({ keeper }, running) {
      keepers.push(keeper);
      if (running.length > 0) return [];
      const meter = { ...shownTo.meter, price: null };
      return [{ ...shownTo, role: "promo", meter, modelPaused: false, startedAt: clock.now() }];
    },
    moved: () => {},
    over: async () => undefined,
  });
  clock.advance(10_000);
  expect(keepers, "while its engine starts").toEqual([]);
  await meter.takeOver();
  expect([keepers.length, meter.meterOf(1)?.servedMs]).toEqual([1, 0]);
  clock.advance(2_000);
  expect(keepers, "by one name").toEqual(Array(2).fill(meter.lease().keeper));
  meter.dropAll();
  clock.advance(10_000);
  expect([keepers.length, meter.meterOf(1)], "another's").toEqual([2, undefined]);
  meter.stop();
});
