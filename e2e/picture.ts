import { randomBytes } from "node:crypto";
import sharp from "sharp";

/** A picture as a person would choose it for an avatar: wider than high. */
export async function pictureFile(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const create = { width: 900, height: 600, channels: 3, background: "#d6246e" } as const;
  return { name: "me.png", mimeType: "image/png", buffer: await sharp({ create }).png().toBuffer() };
}

/** A picture of about 5 MB, which goes ahead of its form. */
export async function largePicture(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const raw = { width: 1_300, height: 1_300, channels: 3 } as const;
  const noise = randomBytes(raw.width * raw.height * raw.channels);
  return { name: "noise.png", mimeType: "image/png", buffer: await sharp(noise, { raw }).png().toBuffer() };
}
