import { expect, test } from "vitest";
import type { RoomReport } from "#engine/ipc/protocol.ts";
import { ReportRounds } from "./report-rounds.ts";

/** A report of one room, whose packets distinguish it from the one before. */
const report = (room: string, packetsIn: number): RoomReport[] => [
  {
    ...{ room, packetsIn, bytesIn: 0, publisherSessionId: null, mediaReceiving: true, held: false },
    ...{ picture: null, viewers: [], departed: [] },
  },
];
const of = (rooms: RoomReport[] | null) =>
  rooms?.map(({ room, packetsIn }) => `${room} ${packetsIn}`) ?? null;

test("of one worker each report is one at once", () => {
  const rounds = new ReportRounds();
  expect(of(rounds.report(0, report("luna", 1), 0))).toEqual(["luna 1"]);
  expect(of(rounds.report(0, report("luna", 2), 1000))).toEqual(["luna 2"]);
  expect(rounds.lose(0, 1100)).toBeNull();
});

test("of several workers each round has something new of every room, however late one of them is", () => {
  const rounds = new ReportRounds();
  expect(of(rounds.report(0, report("luna", 1), 0))).toEqual(["luna 1"]);
  expect(of(rounds.report(1, report("sol", 1), 500))).toBeNull();
  expect(of(rounds.report(0, report("luna", 2), 1000))).toEqual(["luna 2", "sol 1"]);
  expect(of(rounds.report(0, report("luna", 3), 2000))).toBeNull();
  expect(of(rounds.report(1, report("sol", 2), 2600))).toEqual(["luna 3", "sol 2"]);
});

test("a worker that is silent is not waited for, and what it said last is not said again; nor of one that is gone", () => {
  const rounds = new ReportRounds();
  rounds.report(0, report("luna", 1), 0);
  rounds.report(1, report("sol", 1), 0);
  rounds.report(0, report("luna", 2), 1000);
  expect(of(rounds.report(0, report("luna", 3), 2000))).toBeNull();
  expect([rounds.isSilent(1, 2500), rounds.isSilent(1, 2501)]).toEqual([false, true]);
  expect(of(rounds.report(0, report("luna", 4), 3000))).toEqual(["luna 4"]);
  expect(rounds.silentMs(1, 3000)).toBe(3000);
  expect(of(rounds.report(1, report("sol", 2), 3500))).toBeNull();
  expect(of(rounds.report(0, report("luna", 5), 4000))).toEqual(["luna 5", "sol 2"]);
  expect(of(rounds.report(0, report("luna", 6), 5000))).toBeNull();
  expect(of(rounds.lose(1, 5100)), "the other one's report waits no longer").toEqual(["luna 6"]);
  expect(rounds.lose(1, 5200)).toBeNull();
});
