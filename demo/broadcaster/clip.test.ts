import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { art } from "../art.ts";
import { clipFrames, framesPerKeyframe } from "../clips.ts";
import { readClip } from "./library.ts";
import { payloadBytesMax } from "./rtp/h264-payload.ts";

const stapA = 24;
const file = readFileSync(art.clip("noor", "cheer-small"));
const clip = readClip(file);

test("every picture is there, with a keyframe each half second", () => {
  expect(clip.pictures).toHaveLength(clipFrames["cheer-small"]);
  clip.pictures.forEach((picture, index) => {
    expect(picture.keyframe).toBe(index % framesPerKeyframe === 0);
    expect(picture.payloads.length).toBeGreaterThan(0);
    for (const payload of picture.payloads) expect(payload.length).toBeLessThanOrEqual(payloadBytesMax);
  });
});

test("keyframes begin with parameter sets that declare constrained baseline", () => {
  for (const { payloads } of clip.pictures.filter((picture) => picture.keyframe)) {
    const sets = payloads[0];
    expect((sets?.[0] ?? 0) & 0x1f).toBe(stapA);
    expect([...(sets?.subarray(3, 6) ?? [])]).toEqual([0x67, 0x42, 0xe0]);
  }
});

test("a file that is cut short or is something else is refused", () => {
  expect(() => readClip(file.subarray(0, file.length - 100))).toThrow("MP4");
  expect(() => readClip(Buffer.from("not a film"))).toThrow("MP4");
});
