import { expect, test } from "vitest";
import { mediaPart, picturePart } from "#contract/studio-content.ts";
import {
  fileProblem,
  pictureBytesMax,
  pictureTypes,
  typesFor,
  videoBytesMax,
  videoTypes,
} from "./media-file.ts";

test("the limits of the form are those of the contract", () => {
  expect([...pictureTypes, ...videoTypes]).toEqual(mediaPart.accept);
  expect(pictureTypes).toEqual(picturePart.accept);
  expect([pictureBytesMax, videoBytesMax]).toEqual([picturePart.bytesMax, mediaPart.bytesMax]);
});

test.each([
  ["video", "video/mp4", 1, null],
  ["video", "image/png", 1, "wrong_type"],
  ["post", "image/png", 1, null],
  ["post", "image/gif", 1, "wrong_type"],
  ["post", "", 1, "wrong_type"],
  ["video", "video/webm", 0, "empty"],
  ["video", "video/mp4", videoBytesMax, null],
  ["video", "video/mp4", videoBytesMax + 1, "video_too_large"],
  ["post", "image/jpeg", pictureBytesMax + 1, "picture_too_large"],
] as const)(
  "R-OPEN-59: for a %s a file of type %s and %i bytes the problem is %s",
  (kind, type, size, problem) => {
    expect(fileProblem({ type, size }, typesFor(kind))).toBe(problem);
  },
);
