import { expect, test } from "vitest";
import { videoEncodings } from "./whip-connection.ts";

const sizes = (width: number, height: number) =>
  videoEncodings({ width, height }, 2_500_000).map(({ rid, scaleResolutionDownBy: by = 1 }) => [
    rid,
    width / by,
    height / by,
  ]);

test("a large picture is sent in three sizes by halves, a smaller one in two, the lowest first", () => {
  expect(sizes(720, 1280)).toEqual([
    ["l", 180, 320],
    ["m", 360, 640],
    ["h", 720, 1280],
  ]);
  expect(sizes(640, 480)).toEqual([
    ["l", 320, 240],
    ["h", 640, 480],
  ]);
});

test("a tiny picture, or one of unknown size, is sent once, without a layer's name", () => {
  expect(sizes(320, 240)).toEqual([[undefined, 320, 240]]);
  expect(videoEncodings({}, 800_000)).toEqual([{ maxBitrate: 800_000 }]);
});

test("the highest layer may take all, each lower one about a quarter of the next", () => {
  const [low, middle, high] = videoEncodings({ width: 1280, height: 720 }, 2_500_000);
  expect([low?.maxBitrate, middle?.maxBitrate, high?.maxBitrate]).toEqual([196_000, 700_000, 2_500_000]);
});
