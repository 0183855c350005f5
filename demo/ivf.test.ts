import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { art } from "./art.ts";
import { readVp8Clip } from "./broadcaster/library.ts";
import { broadcastSize, clipFrames, framesPerKeyframe } from "./clips.ts";
import { readIvf, writeIvf } from "./ivf.ts";
import { demoModels } from "./models.ts";

const senders = demoModels.filter(({ live, broadcast }) => live && broadcast !== "h264");

test("what was written is read again", () => {
  const film = { width: 64, height: 32, pictures: [Buffer.from([1, 2]), Buffer.alloc(0), Buffer.from([3])] };
  expect(readIvf(writeIvf(film, 15))).toEqual(film);
});

test("a file that is cut short or is something else is refused", () => {
  const file = writeIvf({ width: 64, height: 32, pictures: [Buffer.from([1, 2, 3])] }, 15);
  for (let bytes = 0; bytes < file.length; bytes++) expect(() => readIvf(file.subarray(0, bytes))).toThrow();
  expect(() => readIvf(Buffer.from("x".repeat(64)))).toThrow("IVF");
});

test("every picture of a broadcast is there, in its shape, with a keyframe each half second", () => {
  for (const { login, broadcast } of senders) {
    const file = readFileSync(art.broadcastClip(login, "cheer-small", broadcast));
    const { width, height } = readIvf(file);
    expect({ width, height }, login).toEqual(broadcastSize(broadcast));
    const { pictures } = readVp8Clip(file);
    expect(pictures).toHaveLength(clipFrames["cheer-small"]);
    pictures.forEach(({ keyframe, payloads }, index) => {
      expect(keyframe, login).toBe(index % framesPerKeyframe === 0);
      expect(payloads.length).toBeGreaterThan(0);
    });
  }
});

test("rooms send both formats and both shapes", () => {
  const sent = new Set(demoModels.filter(({ live }) => live).map(({ broadcast }) => broadcast));
  expect([...sent].toSorted()).toEqual(["h264", "vp8", "vp8-wide"]);
});
