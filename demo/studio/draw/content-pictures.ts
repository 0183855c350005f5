import { createCanvas } from "@napi-rs/canvas";
import sharp, { type Sharp } from "sharp";
import { type EncodedPicture, encodePicture } from "../../../server/storage/storage.ts";
import { type ArtPaths, postCutOf, postPictureSize } from "../../art-paths.ts";
import { type ClipName, clipFrames, videoSize } from "../../clips.ts";
import type { Script } from "../clips/scripts.ts";

const marginShare = 0.03;

/** A picture with the DEMO mark in its lower right corner, drawn clear, small and blurred. */
async function marked(picture: Sharp): Promise<EncodedPicture> {
  const { data, info } = await picture.webp({ quality: 90, effort: 2 }).toBuffer({ resolveWithObject: true });
  const mark = demoMark(info.width);
  const { width, height } = await sharp(mark).metadata();
  const margin = Math.round(info.width * marginShare);
  const place = { left: info.width - width - margin, top: info.height - height - margin };
  const whole = await sharp(data)
    .composite([{ input: mark, ...place }])
    .webp({ quality: 88, effort: 2 })
    .toBuffer();
  const encoded = await encodePicture(whole);
  if (!encoded.ok) throw new Error(`a drawn picture is refused: ${encoded.refusal}`);
  const drawn = encoded.picture;
  const small = (picture: Uint8Array) => sharp(picture).webp({ quality: 70, effort: 4 }).toBuffer();
  return { ...drawn, clear: await small(whole), thumb: await small(drawn.thumb) };
}

/** Poster of a film: a frame from the middle of its clip. */
export const drawPoster = (clip: ClipName, script: Script): Promise<EncodedPicture> =>
  marked(drawFrame(script, frameOf(clip)));

/** A frame of a live stream, as a card shows it. */
export const drawLivePicture = (script: Script, frame: number): Promise<Buffer> =>
  drawFrame(script, frame).resize(360, 640).webp({ quality: 72, effort: 4 }).toBuffer();

function drawFrame(script: Script, frame: number): Sharp {
  const { width, height } = videoSize;
  const context = createCanvas(width, height).getContext("2d");
  script(context, frame);
  const pixels = Buffer.from(context.getImageData(0, 0, width, height).data.buffer);
  return sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
}

/** The curtain is half shut in its poster. */
const frameOf = (clip: ClipName) => (clip === "curtain" ? 8 : Math.floor(clipFrames[clip] / 2));

type Portraits = { portrait: string; tall: string };

const region = (left: number, top: number, width: number, height: number) => ({ left, top, width, height });

/** How pictures of posts are cut from a model's portraits; their sizes stand in `postPictureSize`. */
const cuts: readonly ((from: Portraits) => Sharp)[] = [
  ({ portrait }) => sharp(portrait).extract(region(0, 40, 480, 360)),
  ({ tall }) => sharp(tall),
  ({ portrait }) =>
    sharp(portrait)
      .extract(region(70, 60, 340, 340))
      .flop(),
  ({ portrait }) => sharp(portrait).flop(),
  ({ tall }) => sharp(tall).extract(region(0, 60, 360, 360)),
];

/** The picture of a model's post, cut from the portraits that are drawn already; `index` chooses how. */
export function drawPostPicture(paths: ArtPaths, login: string, index: number): Promise<EncodedPicture> {
  const cut = cuts[postCutOf(index)];
  if (!cut) throw new Error(`no cut is made for post ${index}`);
  const { width, height } = postPictureSize(index);
  const from = { portrait: paths.still(login, "portrait"), tall: paths.still(login, "tall") };
  return marked(cut(from).resize(width, height));
}

const letters = [
  "M0 0V14H4C9 14 11 11 11 7S9 0 4 0Z",
  "M25 0H17V14H25M17 7H24",
  "M30 14V0L36 9L42 0V14",
  "M53 0C49 0 47 3 47 7S49 14 53 14S59 11 59 7S57 0 53 0Z",
];

/** The word DEMO on a dark pill, as SVG, made for a picture of that width: it marks in the picture itself that it is drawn. */
function demoMark(pictureWidth: number): Buffer {
  const width = Math.round(Math.max(40, pictureWidth * 0.13));
  const height = Math.round((width * 30) / 84);
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 84 30">` +
      '<rect width="84" height="30" rx="8" fill="#0B0A10" fill-opacity="0.72"/>' +
      `<path d="${letters.join("")}" transform="translate(12.5 8)" fill="none" stroke="#F4F1FA" stroke-width="2.6"` +
      ' stroke-linejoin="round" stroke-linecap="round"/></svg>',
  );
}
