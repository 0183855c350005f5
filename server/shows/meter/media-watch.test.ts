import { expect, test } from "vitest";
import type { Stretch } from "#server/kit/stretches.ts";
import type { RoomReport } from "#server/media/media.ts";
import { createMediaWatch } from "./media-watch.ts";

const payer = { id: 7, slug: "luna", fanId: 1, mode: "private" as const };
const flow = (sessionId: string, fromMs: number, toMs: number, tag = "fan:1|private") => ({
  sessionId,
  tag,
  sentMs: toMs - fromMs,
  flowed: [{ fromMs, toMs, flowedMs: toMs - fromMs }],
});
const present = (...of: Parameters<typeof flow>) => ({
  ...flow(...of),
  connected: true,
  packetsSent: of[2],
  lossRatio: 0,
});

function rig(pauses: Stretch[] = []) {
  let nowMs = 10_000;
  let packetsIn = 0;
  const watch = createMediaWatch({ of: () => pauses }, () => nowMs);
  const sight = (atMs: number, seen: Partial<Pick<RoomReport, "viewers" | "departed" | "held">>) => {
    nowMs = atMs;
    packetsIn += 100;
    const room: RoomReport = {
      room: "luna",
      publisherSessionId: "model",
      mediaReceiving: true,
      held: false,
      packetsIn,
      bytesIn: 0,
      picture: null,
      viewers: [],
      departed: [],
      ...seen,
    };
    return watch.see(payer, new Map([["luna", room]]));
  };
  const see = (...seen: Parameters<typeof sight>) => sight(...seen).flowedMs;
  return { watch, see, sight };
}

test("R-OPEN-63: a show that begins is not charged what flowed to the same fan in the one before", () => {
  const { watch, see } = rig();
  watch.begin(payer.id, null);
  expect(see(11_000, { departed: [flow("before", 8_000, 9_900)] })).toBe(0);
  expect(see(12_000, { viewers: [present("now", 9_950, 12_000)] }), "from its beginning").toBe(2_000);
});

test("R-OPEN-63: what flowed to another fan, or in another mode, is not this fan's", () => {
  const { watch, see } = rig();
  watch.begin(payer.id, null);
  const others = ["fan:2|private", "fan:1|public"].map((tag) => present("other", 10_000, 11_000, tag));
  expect(see(11_000, { viewers: others })).toBe(0);
});

test("R-OPEN-63: the end of a playback counts, however late it is reported, and once", () => {
  const { watch, see } = rig();
  watch.begin(payer.id, null);
  expect(see(11_000, { viewers: [present("a", 10_000, 10_800)] })).toBe(800);
  const ended = flow("a", 10_000, 11_300);
  expect(see(12_000, { viewers: [present("b", 11_100, 12_000)], departed: [ended] })).toBe(1_200);
  expect(see(13_000, { viewers: [present("b", 11_100, 13_000)], departed: [ended] })).toBe(1_000);
});

test("R-OPEN-63: of a show that is taken over counts what flowed since this engine began, but nothing that was counted here", () => {
  const { watch, see } = rig();
  watch.begin(payer.id, Number.NEGATIVE_INFINITY);
  expect(see(14_000, { viewers: [present("a", 10_000, 14_000)] })).toBe(4_000);
  watch.forget(payer.id);
  watch.begin(payer.id, Number.NEGATIVE_INFINITY);
  expect(see(15_000, { viewers: [present("a", 10_000, 15_000)] })).toBe(1_000);
});

test("R-OPEN-63: of a show that is taken over does not count what flowed to the same fan before it began", () => {
  const { watch, see } = rig();
  const seen = { viewers: [present("a", 10_000, 14_000)] };
  expect(watch.countUnkept(payer, [flow("a", 8_000, 10_000)], 9_500)).toEqual({ flowedMs: 500 });
  watch.begin(payer.id, 11_000);
  expect(see(14_000, seen)).toBe(3_000);
});

test("R-OPEN-69: what flowed before a raise, and is reported later, costs what it did, by whole seconds of its own", () => {
  const { watch, sight } = rig();
  watch.begin(payer.id, null);
  expect(sight(11_000, { viewers: [present("a", 10_000, 10_700)] })).toMatchObject({ flowedMs: 700 });
  // The meter stands at 700 ms of a second that has begun.
  watch.dearer(payer.id, 60, 700);
  expect(sight(12_000, { viewers: [present("a", 10_000, 11_900)] })).toMatchObject({
    flowedMs: 900,
    before: { seconds: 1, rate: 60 },
  });
  expect(sight(13_000, { viewers: [present("a", 10_000, 13_000)] })).toMatchObject({
    flowedMs: 1_100,
    before: { seconds: 0, rate: 60 },
  });
});

test("R-OPEN-69: of two rises soon after each other, what is reported late costs the least that it may have", () => {
  const { watch, sight } = rig();
  watch.begin(payer.id, null);
  sight(11_000, {});
  watch.dearer(payer.id, 60, 0);
  sight(13_000, {});
  watch.dearer(payer.id, 120, 0);
  expect(sight(14_000, { viewers: [present("a", 10_000, 14_000)] })).toMatchObject({
    flowedMs: 1_000,
    before: { seconds: 3, rate: 60 },
  });
});

test("R-OPEN-71: a fan whom nothing is sent because the model takes a break is not away, nor in the second after it", () => {
  const { watch, sight } = rig();
  watch.begin(payer.id, null);
  const viewers = [present("a", 10_000, 11_000)];
  expect(sight(11_000, { viewers }).fanConnected).toBe(true);
  expect(sight(12_000, { viewers, held: true }).fanConnected).toBe(true);
  expect(sight(13_000, { viewers, held: true }).fanConnected).toBe(true);
  expect(sight(14_000, { viewers }).fanConnected).toBe(true);
  expect(sight(15_000, { viewers }).fanConnected, "nothing is sent although it could be").toBe(false);
  expect(sight(16_000, { held: true }).fanConnected, "no playback is open").toBe(false);
});

const unseen = (sessionId: string, sentMs: number) => ({
  ...present(sessionId, 0, 0),
  flowed: [],
  packetsSent: sentMs,
  sentMs,
});

test("R-OPEN-63: what was sent and did not come is missed, in whatever playbacks, but not in those of others", () => {
  const { watch, sight } = rig();
  watch.begin(payer.id, null);
  const other = { ...unseen("other", 9_000), tag: "fan:2|private" };
  expect(sight(11_000, { viewers: [unseen("a", 1_000), other] }).missedMs).toBe(1_000);
  const { missedMs } = sight(12_000, { viewers: [unseen("b", 600)], departed: [unseen("a", 1_300)] });
  expect(missedMs, "the end of one and the beginning of the next").toBe(1_900);
  const both = { viewers: [unseen("b", 1_600), unseen("c", 1_000)] };
  expect(sight(13_000, both).missedMs, "no more than the time that has passed").toBe(2_900);
});

test("R-OPEN-63: what comes by one playback is not missed in another one, and makes up for a quarter of its time", () => {
  const { watch, sight } = rig();
  watch.begin(payer.id, null);
  expect(sight(12_000, { viewers: [unseen("dead", 2_000)] }).missedMs).toBe(2_000);
  const viewers = [unseen("dead", 6_000), present("good", 12_000, 16_000)];
  expect(sight(16_000, { viewers }).missedMs).toBe(1_000);
});

test("R-OPEN-63: nothing is missed of a model's pause, nor while the model's media stay away", () => {
  const { watch, sight } = rig([{ fromMs: 11_000, toMs: 15_000 }]);
  watch.begin(payer.id, null);
  expect(sight(12_000, { viewers: [unseen("a", 2_000)] }).missedMs).toBe(1_000);
  expect(sight(15_000, { viewers: [unseen("a", 5_000)] }).missedMs).toBe(1_000);
  expect(sight(35_000, { viewers: [unseen("a", 5_000)] }).missedMs).toBe(1_000);
});

test("R-OPEN-63: a fan who misses all of it is away after eight seconds, and back as soon as it comes", () => {
  const { watch, sight } = rig();
  watch.begin(payer.id, null);
  const isThere = (atMs: number, sentMs: number) =>
    sight(atMs, { viewers: [unseen("a", sentMs)] }).fanConnected;
  expect([isThere(17_900, 7_900), isThere(18_000, 8_000), isThere(30_000, 20_000)]).toEqual([
    true,
    false,
    false,
  ]);
  const back = { ...unseen("a", 21_000), flowed: [{ fromMs: 30_000, toMs: 31_000, flowedMs: 1_000 }] };
  expect(sight(31_000, { viewers: [back] })).toMatchObject({ fanConnected: true, missedMs: 19_750 });
});
