import sharp, { type Metadata } from "sharp";

const sidePixels = 512;
/** More than a phone's camera takes in 5 MB; a picture that only unpacks to more is a bomb. */
const inputPixelsMax = 50_000_000;
const readable = new Set<Metadata["format"]>(["jpeg", "png", "webp"]);

/**
 * Draws a picture anew as a WebP of 512 × 512 pixels, cut around its middle and turned upright; nothing of the file but
 * its colours survives. Null when the bytes, whatever their name says, are no JPEG, PNG or WebP of a sane size.
 */
export async function squarePicture(bytes: Uint8Array): Promise<Uint8Array | null> {
  const options = { limitInputPixels: inputPixelsMax, failOn: "error", animated: false } as const;
  try {
    const { format } = await sharp(bytes, options).metadata();
    if (!readable.has(format)) return null;
    return await sharp(bytes, options)
      .autoOrient()
      .resize(sidePixels, sidePixels, { fit: "cover" })
      .webp({ quality: 84 })
      .timeout({ seconds: 10 })
      .toBuffer();
  } catch {
    return null;
  }
}
