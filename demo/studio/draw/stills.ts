import { type Canvas, createCanvas } from "@napi-rs/canvas";
import sharp from "sharp";
import { rgbaToThumbHash } from "thumbhash";
import type { StillName } from "../../art-paths.ts";
import { rasterise } from "../clips/stage.ts";
import { avatarSvg, presenterSvg } from "../presenters/compose.ts";
import type { Presenter } from "../presenters/presenter.ts";

/** The pictures of one model as WebP files, and the portrait as pixels. */
export type Stills = { files: Readonly<Record<StillName, Buffer>>; canvas: Canvas };

const portraitSize = { width: 480, height: 600 };
const portraitSmallSize = { width: 320, height: 400 };
const tallSize = { width: 360, height: 640 };
const avatarPixels = 96;
const avatarLargePixels = 192;
/** ThumbHash takes pictures of at most 100 × 100. */
const thumb = { width: 80, height: 100 };

type Size = { width: number; height: number };

const pixelsOf = (canvas: Canvas) =>
  Buffer.from(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer);

const webp = (canvas: Canvas): Promise<Buffer> =>
  sharp(pixelsOf(canvas), { raw: { width: canvas.width, height: canvas.height, channels: 4 } })
    .removeAlpha()
    .webp({ quality: 82, effort: 4 })
    .toBuffer();

function scaledTo({ width, height }: Size, from: Canvas): Canvas {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(from, 0, 0, width, height);
  return canvas;
}

/** ThumbHash of a portrait in base64, about 30 characters. */
export function thumbHashOf(portrait: Canvas): string {
  const small = scaledTo(thumb, portrait);
  return Buffer.from(rgbaToThumbHash(thumb.width, thumb.height, pixelsOf(small))).toString("base64");
}

/** Draws the pictures of a model. One presenter always gives equal bytes. */
export async function drawStills(presenter: Presenter): Promise<Stills> {
  const portrait = await rasterise(presenterSvg(presenter, portraitSize), portraitSize);
  const tall = await rasterise(presenterSvg(presenter, tallSize), tallSize);
  const square = { width: avatarLargePixels, height: avatarLargePixels };
  const avatar = await rasterise(avatarSvg(presenter, avatarLargePixels), square);
  const files = {
    portrait: await webp(portrait),
    portraitSmall: await webp(scaledTo(portraitSmallSize, portrait)),
    tall: await webp(tall),
    avatar: await webp(scaledTo({ width: avatarPixels, height: avatarPixels }, avatar)),
    avatarLarge: await webp(avatar),
  };
  return { files, canvas: portrait };
}
