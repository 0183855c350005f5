import { expect, test } from "vitest";
import { limitedSamplesMin, readUplink, type UplinkCount } from "./uplink-stats.ts";

test("Counters that restart yield no rate, and without video there is none", () => {
  const video = { type: "outbound-rtp", kind: "video", bytesSent: 10, frameWidth: 2, frameHeight: 4 };
  const remote = { type: "remote-inbound-rtp", kind: "video", fractionLost: 0.02 };
  const report: [string, unknown][] = [
    ["v", video],
    ["r", remote],
  ];
  expect(
    readUplink(
      report,
      { atMs: 0, bytesSent: 500, limitedSamples: 0, bytesReceived: 0, silentSamples: 0 },
      1_000,
    ).uplink,
  ).toMatchObject({
    kilobitsPerSecond: null,
    lost: 0.02,
  });
  expect(readUplink([], null, 1_000).uplink).toBeNull();
});

test("Of several sizes the largest that flows is the picture, and all of them are the rate", () => {
  const layer = (height: number, framesPerSecond: number) => ({
    type: "outbound-rtp",
    kind: "video",
    bytesSent: 100,
    frameWidth: height / 2,
    frameHeight: height,
    framesPerSecond,
  });
  const report: [string, unknown][] = [
    ["l", layer(320, 30)],
    ["m", layer(640, 30)],
    ["h", layer(1280, 0)],
  ];
  const seen = readUplink(report, null, 1_000);
  expect(seen.uplink).toMatchObject({ width: 320, height: 640 });
  expect(seen.count.bytesSent).toBe(300);
});

test("A limit is said only when it lasts, since every stream starts below its best", () => {
  const video = {
    type: "outbound-rtp",
    kind: "video",
    frameWidth: 360,
    frameHeight: 640,
    qualityLimitationReason: "bandwidth",
  };
  const sample = (before: UplinkCount | null) => readUplink([["v", video]], before, 1_000);
  let seen = sample(null);
  for (let samples = 2; samples < limitedSamplesMin; samples += 1) seen = sample(seen.count);
  expect(seen.uplink?.limitedBy).toBe("none");
  seen = sample(seen.count);
  expect(seen.uplink?.limitedBy).toBe("bandwidth");
  video.qualityLimitationReason = "none";
  expect(sample(seen.count).count.limitedSamples).toBe(0);
});

test("The codec is the one that the picture leaves in, where the browser says it", () => {
  const video = { type: "outbound-rtp", kind: "video", codecId: "c2", frameWidth: 2, frameHeight: 4 };
  const report: [string, unknown][] = [
    ["c1", { type: "codec", mimeType: "audio/opus" }],
    ["v", video],
    ["c2", { type: "codec", mimeType: "video/H264" }],
  ];
  expect(readUplink(report, null, 1_000).uplink?.codec).toBe("H264");
  expect(readUplink([["v", video]], null, 1_000).uplink?.codec).toBeNull();
});
