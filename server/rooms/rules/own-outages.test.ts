import { expect, test } from "vitest";
import { absentMs, fails, type OwnSide, takenOver, unheardMsMax, unknownSide, works } from "./own-outages.ts";

/** The state of our side at a second: parts that work, one that fails, or a process that takes over. */
type Seen = [second: number, what: "works" | "media fails" | "database fails" | "taken over"];

/** Both parts work each second, but for the stretches of silence; `seen` beside that. */
function sideAt(second: number, seen: readonly Seen[], silences: readonly [from: number, to: number][] = []) {
  let side: OwnSide = unknownSide;
  for (let at = 0; at <= second; at++) {
    const nowMs = at * 1_000;
    for (const [, what] of seen.filter(([when]) => when === at)) {
      if (what === "taken over") side = takenOver(nowMs);
      if (what === "media fails") side = fails(side, "media", nowMs);
      if (what === "database fails") side = fails(side, "database", nowMs);
    }
    if (silences.some(([from, to]) => at > from && at < to)) continue;
    side = works(works(side, "media", nowMs), "database", nowMs);
  }
  return side;
}

/** Seconds that count by then of somebody who is away since another second. */
const counted = (since: number, second: number, side: OwnSide) =>
  absentMs(side, since * 1_000, second * 1_000) / 1_000;

test.each<{
  what: string;
  seen?: Seen[];
  silences?: [number, number][];
  since: number;
  at: number;
  counts: number;
}>([
  { what: "nothing of ours was away", since: 10, at: 29, counts: 19 },
  {
    what: "the engine ended and is back two seconds later, of the first 20 s after that nothing",
    ...{ seen: [[10, "media fails"]], silences: [[9, 12]], since: 11, at: 32, counts: 0 },
  },
  { what: "and then all", seen: [[10, "media fails"]], silences: [[9, 12]], since: 11, at: 52, counts: 20 },
  { what: "the database is away still", silences: [[30, 900]], since: 20, at: 600, counts: 10 },
  {
    what: "the database failed in between and was there at once",
    ...{ seen: [[25, "database fails"]], since: 20, at: 60, counts: 4 + 16 - 1 },
  },
  { what: "it was silent for no longer than it may be", silences: [[30, 34]], since: 20, at: 40, counts: 20 },
  {
    what: "it was silent for longer, from its last sign on",
    silences: [[30, 50]],
    since: 28,
    at: 72,
    counts: 4,
  },
  {
    what: "two outages follow each other",
    ...{ silences: [[30, 40], [50, 60]], since: 25, at: 90, counts: 5 + 10 }, // prettier-ignore
  },
  {
    what: "another process had the show before",
    ...{ seen: [[100, "taken over"]], since: 100, at: 125, counts: 5 },
  },
  { what: "who left after an outage was over for 20 s", silences: [[30, 40]], since: 61, at: 70, counts: 9 },
])("R-OPEN-81: the seconds to come back run while we are there for it: $what", (one) => {
  expect(counted(one.since, one.at, sideAt(one.at, one.seen ?? [], one.silences))).toBe(one.counts);
});

test("a part that LiveKit reports as silent for a while has been away since then, and one not heard of yet is not away", () => {
  const side = sideAt(30, []);
  const failed = fails(side, "media", 14_000);
  expect(absentMs(failed, 10_000, 60_000)).toBe(4_000);
  expect(absentMs(unknownSide, 0, unheardMsMax * 10)).toBe(unheardMsMax * 10);
});
