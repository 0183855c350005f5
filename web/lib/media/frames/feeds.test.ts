import { expect, test } from "vitest";
import { createPictureFeed, createSoundFeed, opusPacketUs } from "./feeds.ts";
import type { Sample } from "./track.ts";

const data = Uint8Array.from([1]);
/** One packet of 20 ms, full band. */
const sound = Uint8Array.from([0xfc, 9, 9]);

function pictures() {
  const written: [number, number][] = [];
  const feed = createPictureFeed(({ timeUs, durationUs }) => written.push([timeUs, durationUs]));
  return { written, add: (timeUs: number, isKey = false) => feed.add({ timeUs, isKey, data }) };
}

test("a picture is written when the next one is there, for as long as it was shown", () => {
  const { written, add } = pictures();
  add(0, true);
  expect(written).toEqual([]);
  add(40_000);
  add(2_040_000, true);
  expect(written).toEqual([
    [0, 40_000],
    [40_000, 2_000_000],
  ]);
});

test("nothing is written before the first keyframe, and nothing twice", () => {
  const { written, add } = pictures();
  add(0);
  add(40_000, true);
  add(40_000);
  add(20_000);
  add(80_000);
  expect(written).toEqual([[40_000, 40_000]]);
});

test("another configuration begins with the very picture that came with it", () => {
  const written: (string | number)[] = [];
  const feed = createPictureFeed(({ timeUs }) => written.push(timeUs));
  feed.add({ timeUs: 0, isKey: true, data }, () => written.push("first"));
  feed.add({ timeUs: 1, isKey: true, data }, () => written.push("second"));
  feed.add({ timeUs: 2, isKey: false, data });
  expect(written).toEqual(["first", 0, "second", 1]);
});

function sounds() {
  const written: Sample[] = [];
  const feed = createSoundFeed((sample) => written.push(sample));
  const at = () => written.map(({ timeUs, data: { length } }) => [timeUs, length]);
  /** Each sample begins where the one before ends. */
  const isWhole = () =>
    written.every(({ timeUs }, index) => {
      const before = written[index - 1];
      return timeUs === (before ? before.timeUs + before.durationUs : 0);
    });
  return { written, at, isWhole, feed };
}

test("what is missing of the sound is filled with silence, and what comes too late for its place is dropped", () => {
  const { written, isWhole, feed } = sounds();
  feed.add({ timeUs: 30_000, data: sound });
  feed.add({ timeUs: 50_000, data: sound });
  feed.add({ timeUs: 50_000, data: sound });
  feed.add({ timeUs: 131_000, data: sound });
  expect(isWhole()).toBe(true);
  expect(written.filter(({ data: each }) => each === sound).map(({ timeUs }) => timeUs)).toEqual([
    20_000, 40_000, 120_000,
  ]);
});

test("a publisher without sound does not hold the picture up, and sound that begins later is heard", () => {
  const { written, isWhole, feed } = sounds();
  for (let pictureUs = 0; pictureUs <= 1_000_000; pictureUs += 40_000) feed.follow(pictureUs);
  const endUs = written.reduce((sum, { durationUs }) => sum + durationUs, 0);
  expect(endUs).toBeGreaterThan(900_000);
  for (let timeUs = 900_000; timeUs < 1_200_000; timeUs += 20_000) feed.add({ timeUs, data: sound });
  feed.follow(1_240_000);
  expect(isWhole()).toBe(true);
  expect(written.filter(({ data: each }) => each === sound).length).toBeGreaterThan(10);
});

test.each([
  [[0xfc], 20_000],
  [[0xf8 | 1], 40_000],
  [[0xf8 | 3, 3], 60_000],
  [[0x08], 20_000],
  [[0x18], 60_000],
  [[0x60], 10_000],
  [[0x80], 2_500],
  [[], 0],
])("an Opus packet that begins with %j plays for %i µs", (bytes, us) => {
  expect(opusPacketUs(Uint8Array.from(bytes))).toBe(us);
});
