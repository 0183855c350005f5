import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Canvas, createCanvas } from "@napi-rs/canvas";
import sharp from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import type { CastMember } from "../cast.ts";
import { rasterise } from "../clips/stage.ts";
import { avatarSvg, presenterSvg } from "../presenters/compose.ts";

/** The pictures of one model: file names inside the folder they were drawn into, and a ThumbHash in base64. */
export type Stills = {
  /** 480 × 600, for cards and the profile. */
  portrait: string;
  /** 320 × 400, for cards on phones. */
  portraitSmall: string;
  /** 360 × 640, for the room's backdrop and phones. */
  tall: string;
  /** 96 × 96. */
  avatar: string;
  /** 192 × 192. */
  avatarLarge: string;
  /** ThumbHash of the portrait, about 30 characters. */
  thumbhash: string;
};

const PORTRAIT = { width: 480, height: 600 };
const PORTRAIT_SMALL = { width: 320, height: 400 };
const TALL = { width: 360, height: 640 };
const AVATAR_PIXELS = 96;
const AVATAR_LARGE_PIXELS = 192;
/** ThumbHash takes pictures of at most 100 × 100. */
const THUMB = { width: 80, height: 100 };

type Size = { width: number; height: number };

const pixelsOf = (canvas: Canvas) =>
  Buffer.from(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer);

const webp = (canvas: Canvas): Promise<Buffer> =>
  sharp(pixelsOf(canvas), { raw: { width: canvas.width, height: canvas.height, channels: 4 } })
    .removeAlpha()
    .webp({ quality: 82, effort: 2 })
    .toBuffer();

function scaledTo({ width, height }: Size, from: Canvas): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(from, 0, 0, width, height);
  return canvas;
}

function thumbHashOf(portrait: Canvas): string {
  const small = scaledTo(THUMB, portrait);
  return Buffer.from(rgbaToThumbHash(THUMB.width, THUMB.height, pixelsOf(small))).toString("base64");
}

/**
 * Draws the pictures of a model into `outDir` as WebP and returns their names.
 * The same member always gives the same bytes.
 */
export async function drawStills(member: CastMember, outDir: string): Promise<Stills> {
  const { login, presenter } = member;
  const portrait = await rasterise(presenterSvg(presenter, PORTRAIT), PORTRAIT);
  const tall = await rasterise(presenterSvg(presenter, TALL), TALL);
  const square = { width: AVATAR_LARGE_PIXELS, height: AVATAR_LARGE_PIXELS };
  const avatar = await rasterise(avatarSvg(presenter, AVATAR_LARGE_PIXELS), square);
  const pictures: Record<string, Canvas> = {
    [`${login}-480x600.webp`]: portrait,
    [`${login}-320x400.webp`]: scaledTo(PORTRAIT_SMALL, portrait),
    [`${login}-360x640.webp`]: tall,
    [`${login}-avatar-96.webp`]: scaledTo({ width: AVATAR_PIXELS, height: AVATAR_PIXELS }, avatar),
    [`${login}-avatar-192.webp`]: avatar,
  };
  await mkdir(outDir, { recursive: true });
  for (const [name, canvas] of Object.entries(pictures))
    await writeFile(join(outDir, name), await webp(canvas));
  return {
    portrait: `${login}-480x600.webp`,
    portraitSmall: `${login}-320x400.webp`,
    tall: `${login}-360x640.webp`,
    avatar: `${login}-avatar-96.webp`,
    avatarLarge: `${login}-avatar-192.webp`,
    thumbhash: thumbHashOf(portrait),
  };
}
