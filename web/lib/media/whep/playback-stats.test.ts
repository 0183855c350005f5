import { expect, test } from "vitest";
import { backoffMs } from "#web/lib/media/media-session.ts";
import { type PlaybackStats, readPlaybackStats } from "./playback-stats.ts";

const ntpBeforeUnixMs = 2_208_988_800_000;
const nowMs = 1_800_000_000_000;
const video = (part: object) =>
  ["v", { type: "inbound-rtp", kind: "video", framesDecoded: 3, timestamp: nowMs, ...part }] as [
    string,
    unknown,
  ];
const pair = (roundTripSeconds: number): [string, unknown] => [
  "p",
  { type: "candidate-pair", nominated: true, currentRoundTripTime: roundTripSeconds },
];

test("Latency is unknown until both the buffer and the round trip are", () => {
  const stats = readPlaybackStats([video({ jitterBufferDelay: 0.1 })], null);
  expect(stats).toMatchObject({ framesDecoded: 3, latency: null });
  expect(readPlaybackStats([video({ totalProcessingDelay: 0.1 })], null).latency).toBeNull();
});

test("Audio and candidate pairs that are not in use say nothing about the picture", () => {
  const audio = { type: "inbound-rtp", kind: "audio", jitterBufferDelay: 9, jitterBufferEmittedCount: 1 };
  const unused = { type: "candidate-pair", nominated: false, currentRoundTripTime: 9 };
  const report: [string, unknown][] = [
    ["a", audio],
    ["p", unused],
  ];
  expect(readPlaybackStats(report, null)).toMatchObject({ framesDecoded: 0, latency: null });
});

test("R-LIVE-23: the buffer's part is that of the frames since the last sample, not the mean since the beginning", () => {
  const sample = (frames: number, delaySeconds: number, before: PlaybackStats | null) =>
    readPlaybackStats(
      [video({ framesDecoded: frames, totalProcessingDelay: delaySeconds }), pair(0.2)],
      before,
    );
  const first = sample(1_000, 100, null);
  expect(first.latency).toEqual({ ms: 200, from: "server" });
  const second = sample(1_010, 115, first);
  expect(second.latency).toEqual({ ms: 1_600, from: "server" });
  expect(sample(1_010, 115, second).latency).toBeNull();
});

test("R-LIVE-23: where the sender's clock is known, latency counts from the camera, however wrong that clock is", () => {
  const clockAheadMs = 3_600_000;
  for (const era of [0, ntpBeforeUnixMs]) {
    const report = [
      video({ estimatedPlayoutTimestamp: nowMs - 900 + clockAheadMs + era, remoteId: "r" }),
      // Sent 400 ms ago, 60 ms on its way: half a round trip of 100 ms, and 10 ms from the camera to our server.
      [
        "r",
        { type: "remote-outbound-rtp", timestamp: nowMs - 400, remoteTimestamp: nowMs - 460 + clockAheadMs },
      ],
      pair(0.1),
    ] as [string, unknown][];
    expect(readPlaybackStats(report, null).latency).toEqual({ ms: 890, from: "camera" });
  }
});

test("A sender's clock that makes no sense is not believed", () => {
  for (const offMs of [-5_000, 600_000]) {
    const report = [
      video({
        estimatedPlayoutTimestamp: nowMs - offMs,
        remoteId: "r",
        totalProcessingDelay: 0.3,
      }),
      ["r", { type: "remote-outbound-rtp", timestamp: nowMs, remoteTimestamp: nowMs }],
      pair(0.1),
    ] as [string, unknown][];
    expect(readPlaybackStats(report, null).latency).toEqual({ ms: 150, from: "server" });
  }
});

test("Waits double, stay under their bound and spread over their upper half", () => {
  const retry = { baseMs: 250, maxMs: 8_000 };
  expect([1, 2, 3, 9, 500].map((attempt) => backoffMs(retry, attempt, () => 0.999_999))).toEqual([
    250, 500, 1_000, 8_000, 8_000,
  ]);
  expect(backoffMs(retry, 2, () => 0)).toBe(250);
});
