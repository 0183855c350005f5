import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import sharp, { type Sharp } from "sharp";
import { type DrawnPicture, drawPicture } from "#server/storage/storage.ts";
import type { CastMember } from "../cast.ts";
import { buildCurtain } from "../clips/effects.ts";
import { type ClipName, clipFrames, videoSize } from "../clips/format.ts";
import { scriptOf } from "../clips/scripts.ts";
import { buildStage } from "../clips/stage.ts";
import { demoMark } from "./demo-mark.ts";
import type { Stills } from "./stills.ts";

const marginShare = 0.03;

/** A picture with the DEMO mark in its lower right corner, drawn clear, small and blurred. */
async function marked(picture: Sharp): Promise<DrawnPicture> {
  const { data, info } = await picture.webp({ quality: 90, effort: 2 }).toBuffer({ resolveWithObject: true });
  const mark = demoMark(info.width);
  const { width, height } = await sharp(mark).metadata();
  const margin = Math.round(info.width * marginShare);
  const place = { left: info.width - width - margin, top: info.height - height - margin };
  const whole = await sharp(data)
    .composite([{ input: mark, ...place }])
    .webp({ quality: 88, effort: 2 })
    .toBuffer();
  const drawn = await drawPicture(whole);
  if (!drawn) throw new Error("a drawn picture cannot be read");
  return drawn;
}

/** Posters of a model's films: a frame from the middle of each clip. */
export async function drawPosters(
  member: CastMember,
  clips: readonly ClipName[],
): Promise<Map<ClipName, DrawnPicture>> {
  const stage = await buildStage(member.presenter, videoSize);
  const curtain = await buildCurtain(videoSize);
  const { width, height } = videoSize;
  const posters = new Map<ClipName, DrawnPicture>();
  for (const clip of clips) {
    const context = createCanvas(width, height).getContext("2d");
    scriptOf(clip, member.presenter, stage, curtain)(context, frameOf(clip));
    const pixels = Buffer.from(context.getImageData(0, 0, width, height).data.buffer);
    posters.set(clip, await marked(sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha()));
  }
  return posters;
}

/** The curtain is half shut in its poster. */
const frameOf = (clip: ClipName) => (clip === "curtain" ? 8 : Math.floor(clipFrames[clip] / 2));

type Portraits = { portrait: string; tall: string };
type Cut = { width: number; height: number; of(from: Portraits): Sharp };

/** How pictures of posts are cut from a model's portraits. */
const cuts: readonly [Cut, ...Cut[]] = [
  { width: 960, height: 720, of: ({ portrait }) => sharp(portrait).extract(region(0, 40, 480, 360)) },
  { width: 720, height: 1280, of: ({ tall }) => sharp(tall) },
  {
    width: 800,
    height: 800,
    of: ({ portrait }) =>
      sharp(portrait)
        .extract(region(70, 60, 340, 340))
        .flop(),
  },
  { width: 720, height: 900, of: ({ portrait }) => sharp(portrait).flop() },
  { width: 800, height: 800, of: ({ tall }) => sharp(tall).extract(region(0, 60, 360, 360)) },
];
const region = (left: number, top: number, width: number, height: number) => ({ left, top, width, height });

const cutOf = (index: number): Cut => cuts[index % cuts.length] ?? cuts[0];

/** Size of a post's picture in pixels; known before it is drawn. */
export function postPictureSize(index: number): { width: number; height: number } {
  const { width, height } = cutOf(index);
  return { width, height };
}

/** Pictures of posts, cut differently from a model's portraits: `index` says which cut. */
export function drawPostPicture(stillsDir: string, stills: Stills, index: number): Promise<DrawnPicture> {
  const { width, height, of } = cutOf(index);
  const from = { portrait: join(stillsDir, stills.portrait), tall: join(stillsDir, stills.tall) };
  return marked(of(from).resize(width, height));
}
