import sharp from "sharp";

/** A picture as a person would choose it for an avatar: wider than high. */
export async function pictureFile(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const create = { width: 900, height: 600, channels: 3, background: "#d6246e" } as const;
  return { name: "me.png", mimeType: "image/png", buffer: await sharp({ create }).png().toBuffer() };
}
