import { access, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DrawnPicture } from "#server/storage/storage.ts";
import { castMember } from "../cast.ts";
import { type ClipName, clipFrames, FRAMES_PER_SECOND } from "../clips/format.ts";
import { loopFilm } from "../clips/loop-film.ts";
import { drawPosters, drawPostPicture } from "../draw/shelf-pictures.ts";
import type { Stills } from "../draw/stills.ts";
import { clipPath, stillsFolder, stillsIndex } from "../studio/folders.ts";

/** Files of one item on a shelf: paths, and the size of the clear picture or film. */
export type DrawnItem = {
  /** Null when the film is a clip itself. */
  clear: string | null;
  thumb: string;
  blurred: string;
  width: number;
  height: number;
};

/** How often each clip is shown in its film: the idle loop alone is long enough to seek in. */
const turnsOf = (clip: ClipName) => (clip === "idle" ? 4 : 1);
export const filmSeconds = (clip: ClipName) =>
  Math.max(1, Math.round((turnsOf(clip) * clipFrames[clip]) / FRAMES_PER_SECOND));

const folder = (assetsDir: string, login: string) => join(assetsDir, "shelf", login);
const index = (assetsDir: string, login: string, name: string) =>
  join(folder(assetsDir, login), `${name}.json`);

/** What was drawn earlier under this name, or null. */
export async function drawnItem(assetsDir: string, login: string, name: string): Promise<DrawnItem | null> {
  const text = await readFile(index(assetsDir, login, name), "utf8").catch(() => null);
  return text === null ? null : (JSON.parse(text) as DrawnItem);
}

/** Draws the pictures of a model's posts. */
export async function drawPosts(assetsDir: string, login: string, posts: readonly number[]): Promise<void> {
  const stills = JSON.parse(await readFile(stillsIndex(assetsDir, login), "utf8")) as Stills;
  for (const post of posts) {
    const picture = await drawPostPicture(stillsFolder(assetsDir), stills, post);
    await store(assetsDir, login, `post-${post}`, picture, { isFilm: false });
  }
}

/** Draws the posters of a model's films. */
export async function drawFilmPosters(
  assetsDir: string,
  login: string,
  clips: readonly ClipName[],
): Promise<void> {
  const member = castMember(login);
  if (!member) throw new Error(`${login} is not in the cast`);
  for (const [clip, poster] of await drawPosters(member, clips))
    await store(assetsDir, login, `film-${clip}`, poster, { isFilm: true });
}

/** Makes films of a model's clips, which are drawn already. */
export async function makeFilms(assetsDir: string, login: string, clips: readonly ClipName[]): Promise<void> {
  for (const clip of clips) if (turnsOf(clip) > 1) await loopWhole(assetsDir, login, clip);
}

/** The film of a clip. */
export const filmPath = (assetsDir: string, login: string, clip: ClipName): string =>
  turnsOf(clip) > 1 ? join(folder(assetsDir, login), `${clip}.mp4`) : clipPath(assetsDir, login, clip);

async function loopWhole(assetsDir: string, login: string, clip: ClipName): Promise<void> {
  const film = filmPath(assetsDir, login, clip);
  const known = await access(film).then(
    () => true,
    () => false,
  );
  if (known) return;
  await mkdir(dirname(film), { recursive: true });
  await loopFilm(clipPath(assetsDir, login, clip), `${film}.draft`, turnsOf(clip));
  await rename(`${film}.draft`, film);
}

/** The index comes last: what it names is whole. */
async function store(
  assetsDir: string,
  login: string,
  name: string,
  { clear, thumb, blurred, width, height }: DrawnPicture,
  { isFilm }: { isFilm: boolean },
): Promise<void> {
  const place = (part: string) => join(folder(assetsDir, login), `${name}.${part}.webp`);
  await mkdir(folder(assetsDir, login), { recursive: true });
  if (!isFilm) await writeFile(place("clear"), clear);
  await writeFile(place("thumb"), thumb);
  await writeFile(place("blurred"), blurred);
  const item: DrawnItem = {
    clear: isFilm ? null : place("clear"),
    thumb: place("thumb"),
    blurred: place("blurred"),
    width,
    height,
  };
  const draft = index(assetsDir, login, `${name}.draft`);
  await writeFile(draft, JSON.stringify(item));
  await rename(draft, index(assetsDir, login, name));
}
