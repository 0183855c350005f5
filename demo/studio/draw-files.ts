import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { EncodedPicture } from "../../server/storage/storage.ts";
import { type ArtPaths, liveMoments, type StillName } from "../art-paths.ts";
import { type ClipName, clipFrames, broadcastSize, videoSize } from "../clips.ts";
import { type PlannedItem, planContent, seedFileName } from "../content/plan.ts";
import type { DemoModel } from "../models.ts";
import { type Mood, packPackets } from "../sound.ts";
import { presenterOf } from "./appearances.ts";
import { buildCurtain } from "./clips/effects.ts";
import { encodeVp8Clip } from "./clips/encode-vp8.ts";
import { encodeClip } from "./clips/encode.ts";
import { type Script, scriptOf } from "./clips/scripts.ts";
import { buildStage } from "./clips/stage.ts";
import { drawLivePicture, drawPoster, drawPostPicture } from "./draw/content-pictures.ts";
import { drawStills, thumbHashOf } from "./draw/stills.ts";
import { encodeLoop } from "./sound/opus.ts";
import { composeMood } from "./sound/themes.ts";

async function keep(file: string, content: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}

/** Draws everything of a model: pictures, the clips of who is live, and the pictures of its content. Answers a ThumbHash. */
export async function drawModel(member: DemoModel, paths: ArtPaths): Promise<string> {
  const { login } = member;
  const stills = await drawStills(presenterOf(member));
  for (const [name, picture] of Object.entries(stills.files))
    await keep(paths.still(login, name as StillName), picture);
  const scriptFor = await scriptsOf(member);
  if (member.live)
    for (const clip of Object.keys(clipFrames) as ClipName[])
      await keep(paths.clip(login, clip), await encodeClip(clip, scriptFor(clip)));
  if (member.live && member.broadcast !== "h264") await drawBroadcast(member, paths);
  if (member.live)
    for (const [moment, { clip, frame }] of liveMoments.entries())
      await keep(paths.livePicture(login, moment), await drawLivePicture(scriptFor(clip), frame));
  for (const item of planContent().filter((each) => each.login === login)) {
    const { clip, index } = item;
    const picture = clip === null ? drawPostPicture(paths, login, index) : drawPoster(clip, scriptFor(clip));
    await keepShelfPicture(paths, item, await picture);
  }
  return thumbHashOf(stills.canvas);
}

/** Draws the clips of a broadcast that plays none of those that films are made of. */
export async function drawBroadcast(member: DemoModel, paths: ArtPaths): Promise<void> {
  const size = broadcastSize(member.broadcast);
  const scriptFor = await scriptsOf(member, size);
  for (const clip of Object.keys(clipFrames) as ClipName[]) {
    const file = paths.broadcastClip(member.login, clip, member.broadcast);
    await keep(file, await encodeVp8Clip(clip, scriptFor(clip), size));
  }
}

/** The scripts of a model's clips; the model is put on a stage of `size` pixels once. */
export async function scriptsOf(
  member: DemoModel,
  size: { width: number; height: number } = videoSize,
): Promise<(clip: ClipName) => Script> {
  const presenter = presenterOf(member);
  const stage = await buildStage(presenter, size);
  const curtain = await buildCurtain(size);
  return (clip) => scriptOf(clip, presenter, stage, curtain);
}

async function keepShelfPicture(
  paths: ArtPaths,
  item: PlannedItem,
  { clear, thumb, blurred }: EncodedPicture,
): Promise<void> {
  const place = (part: "clear" | "thumb" | "blurred") =>
    paths.contentPicture(item.login, seedFileName(item), part);
  if (item.clip === null) await keep(place("clear"), clear);
  await keep(place("thumb"), thumb);
  await keep(place("blurred"), blurred);
}

/** Composes and encodes a piece of music. */
export const recordSound = (mood: Mood, paths: ArtPaths): Promise<void> =>
  keep(paths.sound(mood), packPackets(encodeLoop(composeMood(mood))));
