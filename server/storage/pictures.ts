import sharp, { type Metadata, type Sharp } from "sharp";
import { createConcurrencyLimit } from "#server/kit/concurrency-limit.ts";

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

/** As many as the cameras of phones usually have at most; a picture that only unpacks to more is a decompression bomb. */
export const inputPixelsMax = 65_000_000;
/**
 * Decodes pictures, two at once: each holds one of the four threads of libuv, which read files and resolve names as well,
 * and memory for every pixel.
 */
export const decodeInTurn = createConcurrencyLimit(2);
const readable = new Set<Metadata["format"]>(["jpeg", "png", "webp"]);
const clearPixels = 2048;
const thumbPixels = 640;
const blurredFromPixels = 20;
const blurredPixels = 320;

/**
 * Re-encodes a picture, its thumbnail and its blurred thumbnail from a file's bytes or path, turned upright. Null when
 * the content is no JPEG, PNG or WebP of a reasonable size, whatever its name says.
 */
export function encodePicture(source: Uint8Array | string): Promise<EncodedPicture | null> {
  return decodeInTurn(() => encode(source));
}

async function encode(source: Uint8Array | string): Promise<EncodedPicture | null> {
  const options = { limitInputPixels: inputPixelsMax, failOn: "error", animated: false } as const;
  try {
    const { format } = await sharp(source, options).metadata();
    if (!readable.has(format)) return null;
    const upright = sharp(source, options).autoOrient();
    const clear = await webp(within(upright, clearPixels), 84).toBuffer({ resolveWithObject: true });
    const thumb = await webp(within(sharp(clear.data), thumbPixels), 80).toBuffer();
    const { width, height } = clear.info;
    return { clear: clear.data, thumb, blurred: await blur(thumb), width, height };
  } catch {
    return null;
  }
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
