import { expect, test } from "vitest";
import { backoffMs } from "./backoff.ts";
import { readPlaybackStats } from "./playback-stats.ts";

test("Latency is unknown until both the buffer and the round trip are", () => {
  const video = { type: "inbound-rtp", kind: "video", framesDecoded: 3, jitterBufferDelay: 0.1 };
  expect(readPlaybackStats([["v", video]])).toEqual({ framesDecoded: 3, latencyMs: null });
});

test("Audio and candidate pairs that are not in use say nothing about the picture", () => {
  const audio = { type: "inbound-rtp", kind: "audio", jitterBufferDelay: 9, jitterBufferEmittedCount: 1 };
  const pair = { type: "candidate-pair", nominated: false, currentRoundTripTime: 9 };
  const report: [string, unknown][] = [
    ["a", audio],
    ["p", pair],
  ];
  expect(readPlaybackStats(report)).toEqual({ framesDecoded: 0, latencyMs: null });
});

test("Waits double, stay under their bound and spread over their upper half", () => {
  const retry = { baseMs: 250, maxMs: 8_000 };
  expect([1, 2, 3, 9, 500].map((attempt) => backoffMs(retry, attempt, () => 0.999_999))).toEqual([
    250, 500, 1_000, 8_000, 8_000,
  ]);
  expect(backoffMs(retry, 2, () => 0)).toBe(250);
});
