import { readFile } from "node:fs/promises";
import sharp, { type Sharp, type SharpOptions } from "sharp";
import { typeOfContent } from "#contract/file-content.ts";
import { createConcurrencyLimit } from "#server/kit/concurrency-limit.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { typeOfFileAt } from "./file-head.ts";

/** A re-encoded picture: no metadata of the file survives. All are WebP. */
export type EncodedPicture = {
  /** At most 2048 pixels on a side. */
  clear: Uint8Array;
  /** At most 640 pixels on a side. */
  thumb: Uint8Array;
  /** Twenty pixels scaled up: no more detail can be recovered from this file. */
  blurred: Uint8Array;
  /** Of `clear`. */
  width: number;
  height: number;
};

/** Why a file is no picture for us: it is something else, part of it is missing or damaged, or it has too many pixels. */
export type PictureFileRefusal = "not_a_picture" | "picture_broken" | "picture_pixels";

/**
 * A picture that only unpacks to more is a decompression bomb. JPEGs that are not progressive are decoded at an eighth to
 * a half of their size, line by line, and take no more memory for all the pixels of a phone's camera.
 */
const inputPixelsMax = { scaled: 250_000_000, whole: 65_000_000 };
/**
 * Decodes pictures, two at once: each holds one of the four threads of libuv, which read files and resolve names as well,
 * and memory for every pixel.
 */
export const decodeInTurn = createConcurrencyLimit(2);
const clearPixels = 2048;
const thumbPixels = 640;
const blurredFromPixels = 20;
const blurredPixels = 320;

/** Re-encodes a picture, its thumbnail and its blurred thumbnail from a file's bytes or path, turned upright. */
export async function encodePicture(
  source: Uint8Array | string,
): Promise<Result<{ picture: EncodedPicture }, PictureFileRefusal>> {
  const drawn = await drawPicture(source, encode);
  return drawn.ok ? ok({ picture: drawn.drawn }) : drawn;
}

async function encode(upright: Sharp): Promise<EncodedPicture> {
  const clear = await webp(within(upright, clearPixels), 84).toBuffer({ resolveWithObject: true });
  const thumb = await webp(within(sharp(clear.data), thumbPixels), 80).toBuffer();
  const { width, height } = clear.info;
  return { clear: clear.data, thumb, blurred: await blur(thumb), width, height };
}

/**
 * Draws something smaller from a JPEG, PNG or WebP, whatever its name says, turned upright and without what is in it beside
 * its pixels. A JPEG that lacks nothing but its end mark is taken.
 */
export function drawPicture<Drawn>(
  source: Uint8Array | string,
  draw: (upright: Sharp) => Promise<Drawn>,
): Promise<Result<{ drawn: Drawn }, PictureFileRefusal>> {
  return decodeInTurn(async () => {
    const type = typeof source === "string" ? await typeOfFileAt(source) : typeOfContent(source);
    if (!type?.startsWith("image/")) return refuse("not_a_picture");
    try {
      if (await hasTooManyPixels(source)) return refuse("picture_pixels");
      const drawn = await draw(upright(source, "error")).catch(async (error: unknown) => {
        if (type !== "image/jpeg") throw error;
        return draw(upright(await withEnd(source), "warning"));
      });
      return ok({ drawn });
    } catch (error) {
      // A disk that fails is an outage; everything else is the picture's.
      if (error instanceof Error && "syscall" in error) throw error;
      return refuse("picture_broken");
    }
  });
}

async function hasTooManyPixels(source: Uint8Array | string): Promise<boolean> {
  const { format, isProgressive, width, height } = await sharp(source, {
    limitInputPixels: false,
  }).metadata();
  const isScaled = format === "jpeg" && !isProgressive;
  return width * height > (isScaled ? inputPixelsMax.scaled : inputPixelsMax.whole);
}

const upright = (source: Uint8Array | string, failOn: SharpOptions["failOn"]) =>
  sharp(source, {
    limitInputPixels: inputPixelsMax.scaled,
    sequentialRead: true,
    failOn,
    animated: false,
  }).autoOrient();

/** A JPEG with an end mark (ITU-T T.81, B.1.1.3). Where more than that was missing, decoding it gives warnings. */
async function withEnd(source: Uint8Array | string): Promise<Uint8Array> {
  const bytes = typeof source === "string" ? await readFile(source) : source;
  const cut = bytes.at(-1) === 0xff ? bytes.subarray(0, -1) : bytes;
  return Buffer.concat([cut, Buffer.from([0xff, 0xd9])]);
}

const within = (picture: Sharp, pixels: number) =>
  picture.resize(pixels, pixels, { fit: "inside", withoutEnlargement: true });
const webp = (picture: Sharp, quality: number) =>
  picture.webp({ quality, effort: 3 }).timeout({ seconds: 20 });

async function blur(thumb: Uint8Array): Promise<Uint8Array> {
  const tiny = await sharp(thumb)
    .resize(blurredFromPixels, blurredFromPixels, { fit: "inside" })
    .png()
    .toBuffer();
  const enlarged = sharp(tiny)
    .resize(blurredPixels, blurredPixels, { fit: "inside", kernel: "cubic" })
    .blur(6);
  return webp(enlarged, 60).toBuffer();
}
