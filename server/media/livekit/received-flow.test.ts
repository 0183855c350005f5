import { describe, expect, test } from "vitest";
import { ReceivedFlow, readReceived } from "./received-flow.ts";

const total = ({ intervals }: ReceivedFlow) => intervals.reduce((sum, { flowedMs }) => sum + flowedMs, 0);

describe("R-OPEN-63: what a viewer reports of what reached them through LiveKit", () => {
  const flow = () => new ReceivedFlow(0, 0);

  test("counts as far as time has passed and the publisher sent", () => {
    const honest = flow();
    honest.take({ packets: 50, ms: 900 }, 1_000, 1_000);
    honest.take({ packets: 100, ms: 1_900 }, 2_000, 2_000);
    expect([total(honest), honest.packets]).toEqual([1_900, 100]);
  });

  test("counts no more than the time that has passed, however much is reported", () => {
    const boasting = flow();
    boasting.take({ packets: 50, ms: 60_000 }, 1_000, 90_000);
    expect(total(boasting)).toBe(1_000);
  });

  test("counts nothing while nothing comes from the publisher, or no packet more is reported", () => {
    const silent = flow();
    silent.take({ packets: 50, ms: 1_000 }, 1_000, 400);
    silent.take({ packets: 90, ms: 2_000 }, 2_000, 400);
    silent.take({ packets: 90, ms: 3_000 }, 3_000, 1_400);
    expect(total(silent)).toBe(400);
  });

  test("is counted whole although the reports of it come at odd times", () => {
    const jittery = flow();
    for (let n = 1; n <= 60; n++) {
      const atMs = n * 1_000 + (n % 2) * 500;
      jittery.noteSent(atMs, true);
      jittery.take({ packets: n * 50, ms: n * 1_000 - 100 }, atMs, atMs);
    }
    expect(jittery.sentMs).toBe(60_000);
    const ofLastHalfMinute = total(jittery);
    expect(ofLastHalfMinute).toBeGreaterThan(29_000);
    for (const { fromMs, toMs, flowedMs } of jittery.intervals)
      expect(flowedMs).toBeLessThanOrEqual(toMs - fromMs);
  });

  test("is not made up for by what is claimed beyond what the publisher sent", () => {
    const boasting = flow();
    for (let n = 1; n <= 10; n++) boasting.take({ packets: n * 50, ms: n * 5_000 }, n * 1_000, n * 500);
    expect(total(boasting)).toBe(5_000);
    boasting.take({ packets: 501, ms: 50_000 }, 14_000, 9_000);
    expect(total(boasting)).toBe(5_000);
  });

  test("never falls, and another publisher counts from the beginning", () => {
    const two = flow();
    two.take({ packets: 50, ms: 1_000 }, 1_000, 1_000);
    two.take({ packets: 10, ms: 0 }, 1_500, 1_000);
    expect(total(two)).toBe(1_000);
    two.take({ packets: 60, ms: 700 }, 2_500, 300);
    expect(total(two)).toBe(1_300);
  });

  test("is compared with what was sent: as long as the publisher sends and LiveKit passes it on, whatever is reported", () => {
    const claimed = new ReceivedFlow(0, 500);
    claimed.noteSent(1_500, true);
    claimed.take({ packets: 50, ms: 0 }, 1_000, 1_500);
    claimed.noteSent(2_500, true);
    expect([claimed.sentMs, total(claimed)]).toEqual([2_000, 0]);
    claimed.noteSent(9_500, false);
    claimed.noteSent(10_000, true);
    expect(claimed.sentMs, "not what was held back").toBe(2_500);
    claimed.noteSent(400, true);
    expect(claimed.sentMs, "another publisher counts from the beginning").toBe(2_900);
  });

  test("is attributed to the time between two reports, for half a minute", () => {
    const honest = flow();
    honest.take({ packets: 50, ms: 900 }, 1_000, 1_000);
    honest.take({ packets: 100, ms: 1_900 }, 2_000, 2_000);
    expect(honest.intervals).toEqual([
      { fromMs: 0, toMs: 1_000, flowedMs: 900 },
      { fromMs: 1_000, toMs: 2_000, flowedMs: 1_000 },
    ]);
    honest.take({ packets: 150, ms: 2_900 }, 31_500, 3_000);
    expect(honest.intervals.map(({ toMs }) => toMs)).toEqual([2_000, 31_500]);
  });

  test("is read only in its own shape", () => {
    expect(readReceived("12 3400")).toEqual({ packets: 12, ms: 3_400 });
    for (const other of [undefined, "", "12", "-1 5", "1e3 5", "12 3400 1", "1234567890123 1"])
      expect(readReceived(other)).toBeNull();
  });
});
