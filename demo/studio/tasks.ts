import { access, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type CastMember, castMember } from "../cast.ts";
import { buildCurtain } from "../clips/effects.ts";
import { encodeClip } from "../clips/encode.ts";
import { type ClipName, videoSize } from "../clips/format.ts";
import { scriptOf } from "../clips/scripts.ts";
import { buildStage } from "../clips/stage.ts";
import { drawStills, type Stills } from "../draw/stills.ts";
import { drawFilmPosters, drawPosts, makeFilms } from "../shelf/draw-shelf.ts";
import { encodeLoop, packPackets } from "../sound/opus.ts";
import { composeMood, type Mood } from "../sound/themes.ts";
import { clipPath, soundPath, stillsFolder, stillsIndex } from "./folders.ts";

/** One piece of drawing work; each is skipped when its files are there already. `patient`: no start waits for it. */
export type Task =
  | { kind: "stills"; login: string }
  | { kind: "clips"; login: string; clips: readonly ClipName[]; patient?: boolean }
  | { kind: "sound"; mood: Mood }
  | { kind: "posts"; login: string; posts: readonly number[] }
  | { kind: "posters"; login: string; clips: readonly ClipName[] }
  | { kind: "films"; login: string; clips: readonly ClipName[] };

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Writes a file so that it is either whole or absent, even when the process is killed. */
async function writeWhole(path: string, content: Uint8Array | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.draft`;
  await writeFile(draft, content);
  await rename(draft, path);
}

function member(login: string): CastMember {
  const found = castMember(login);
  if (!found) throw new Error(`${login} is not in the cast`);
  return found;
}

/** The pictures drawn earlier, or null when there are none yet. */
export async function storedStills(assetsDir: string, login: string): Promise<Stills | null> {
  const text = await readFile(stillsIndex(assetsDir, login), "utf8").catch(() => null);
  return text === null ? null : (JSON.parse(text) as Stills);
}

async function stills(assetsDir: string, login: string): Promise<Stills> {
  const stored = await storedStills(assetsDir, login);
  if (stored) return stored;
  const drawn = await drawStills(member(login), stillsFolder(assetsDir));
  await writeWhole(stillsIndex(assetsDir, login), JSON.stringify(drawn));
  return drawn;
}

async function clips(assetsDir: string, login: string, wanted: readonly ClipName[]): Promise<void> {
  const missing: ClipName[] = [];
  for (const clip of wanted) if (!(await exists(clipPath(assetsDir, login, clip)))) missing.push(clip);
  if (missing.length === 0) return;
  const { presenter } = member(login);
  const stage = await buildStage(presenter, videoSize);
  const curtain = await buildCurtain(videoSize);
  for (const clip of missing)
    await writeWhole(
      clipPath(assetsDir, login, clip),
      await encodeClip(clip, scriptOf(clip, presenter, stage, curtain)),
    );
}

async function sound(assetsDir: string, mood: Mood): Promise<void> {
  const path = soundPath(assetsDir, mood);
  if (await exists(path)) return;
  await writeWhole(path, packPackets(encodeLoop(composeMood(mood))));
}

/** Does one piece of work. Only stills have something to tell. */
export function perform(task: Task, assetsDir: string): Promise<Stills | undefined> {
  switch (task.kind) {
    case "stills":
      return stills(assetsDir, task.login);
    case "clips":
      return clips(assetsDir, task.login, task.clips).then(() => undefined);
    case "sound":
      return sound(assetsDir, task.mood).then(() => undefined);
    case "posts":
      return drawPosts(assetsDir, task.login, task.posts).then(() => undefined);
    case "films":
      return makeFilms(assetsDir, task.login, task.clips).then(() => undefined);
    case "posters":
      return drawFilmPosters(assetsDir, task.login, task.clips).then(() => undefined);
  }
}
