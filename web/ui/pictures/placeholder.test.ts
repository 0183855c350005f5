import { rgbaToThumbHash, thumbHashToRGBA } from "thumbhash";
import { expect, test } from "vitest";
import { placeholderGradient } from "#web/ui/pictures/placeholder.ts";

/** A picture that is darker to the right, and goes from `top` to `bottom`. */
function picture(width: number, height: number, top: number[], bottom: number[]): string {
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [share, shade] = [y / (height - 1), 1 - (0.4 * x) / width];
      const colour = top.map((part, i) => Math.round((part + ((bottom[i] ?? 0) - part) * share) * shade));
      rgba.set([...colour, 255], (y * width + x) * 4);
    }
  }
  return Buffer.from(rgbaToThumbHash(width, height, rgba)).toString("base64");
}

/** The five rows of the whole decoded picture, averaged: what the bands have to come near to. */
function rowsOf(thumbhash: string): number[][] {
  const { w, h, rgba } = thumbHashToRGBA(Buffer.from(thumbhash, "base64"));
  return [0.04, 0.28, 0.5, 0.72, 0.96].map((share) => {
    const row = rgba.subarray(Math.floor(share * h) * w * 4, (Math.floor(share * h) + 1) * w * 4);
    return [0, 1, 2].map((part) => row.filter((_, i) => i % 4 === part).reduce((a, b) => a + b, 0) / w);
  });
}

const bandsOf = (gradient: string) =>
  [...gradient.matchAll(/#(..)(..)(..)/g)].map(([, ...parts]) =>
    parts.map((part) => Number.parseInt(part, 16)),
  );

test.each([
  ["portrait", 40, 50],
  ["tall", 36, 64],
  ["landscape", 60, 40],
])("the bands of a %s picture are the averages of its rows", (_, width, height) => {
  const thumbhash = picture(width, height, [200, 120, 160], [40, 60, 140]);
  const bands = bandsOf(placeholderGradient(thumbhash));
  expect(bands).toHaveLength(5);
  const distances = rowsOf(thumbhash).flatMap((row, i) =>
    row.map((part, j) => Math.abs(part - (bands[i]?.[j] ?? -999))),
  );
  expect(Math.max(...distances)).toBeLessThan(8);
});

test("what is no picture's hash draws nothing", () => {
  for (const hash of ["", "AAAA", "not base64!"]) expect(placeholderGradient(hash)).toBe("none");
});
