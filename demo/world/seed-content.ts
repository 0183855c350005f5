import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Content, ImportedItem } from "#server/content/content.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Logger } from "#server/kit/log.ts";
import { type DrawnPicture, drawPicture } from "#server/storage/storage.ts";
import { type ClipName, videoSize } from "../clips/format.ts";
import { postPictureSize } from "../draw/shelf-pictures.ts";
import type { Stills } from "../draw/stills.ts";
import { drawnItem, filmPath, filmSeconds } from "../shelf/draw-shelf.ts";
import { type PlannedItem, planShelves } from "../shelf/plan.ts";
import { stillsFolder } from "../studio/folders.ts";
import { createPool } from "../studio/pool.ts";
import type { DemoAssets } from "../studio/prepare-assets.ts";

type SeedNeeds = {
  content: Pick<Content, "seeded" | "importItems" | "importPictures" | "importFiles">;
  assets: Pick<DemoAssets, "assetsDir" | "readyToAir" | "reactionsDrawn">;
  /** The pictures of the models by login. */
  stills: ReadonlyMap<string, Stills>;
  clock: Clock;
  log: Logger;
  /** The ids of the models by login. */
  ids: ReadonlyMap<string, number>;
  /** What the demo world has; everything, unless given. */
  plan?: readonly PlannedItem[];
};

/** The files of the demo's videos and posts while they are being drawn. */
export type ContentDrawing = {
  /** Settles when everything is there, or the drawing was stopped. */
  done: Promise<void>;
  stop(): Promise<void>;
};

const hourMs = 3_600_000;

/**
 * Writes the rows of the demo's videos and posts, so that lists and purchases are whole. Until its own files are drawn an
 * item shows the portrait of its model.
 */
export async function seedContent(
  needs: Pick<SeedNeeds, "content" | "stills" | "clock" | "ids" | "plan"> & { assetsDir: string },
): Promise<void> {
  const { content, clock, ids, plan = planShelves() } = needs;
  const known = await content.seeded();
  const missing = plan.filter(({ seedKey }) => !known.has(seedKey));
  const now = clock.now();
  const rows: ImportedItem[] = [];
  for (const [login, items] of Map.groupBy(missing, (item) => item.login)) {
    const modelId = ids.get(login);
    if (modelId === undefined) throw new Error(`${login} has no account`);
    const pictures = await content.importPictures(await portraitOf(needs, login));
    rows.push(...items.map((item) => ({ ...rowOf(item, now), ...pictures, model_id: modelId })));
  }
  await content.importItems(rows);
}

async function portraitOf(
  { stills, assetsDir }: Pick<SeedNeeds, "stills"> & { assetsDir: string },
  login: string,
): Promise<DrawnPicture> {
  const portrait = stills.get(login)?.portraitSmall;
  const drawn = portrait && (await drawPicture(join(stillsFolder(assetsDir), portrait)));
  if (!drawn) throw new Error(`${login} has no portrait`);
  return drawn;
}

function rowOf(item: PlannedItem, now: Date) {
  const { clip } = item;
  const at = (hours: number) => new Date(now.getTime() - hours * hourMs);
  return {
    seed_key: item.seedKey,
    kind: item.kind,
    title: item.title,
    body: item.body,
    price: item.price,
    for_subscribers: item.forSubscribers,
    visible: item.visible,
    starts_at: item.startsInHours === null ? null : at(-item.startsInHours),
    ends_at: item.endedHoursAgo === null ? null : at(item.endedHoursAgo),
    created_at: at(item.hoursAgo),
    ...(clip === null
      ? ({ media_type: "picture", contentType: "image/webp", seconds: null } as const)
      : ({ media_type: "video", contentType: "video/mp4", seconds: filmSeconds(clip) } as const)),
    ...(clip === null ? postPictureSize(item.index) : videoSize),
  };
}

/**
 * Draws the files of the seeded items behind the running product: the pictures first, newest item of each model before
 * the others, then the films as their clips are drawn. An interrupted drawing is taken up by the next start.
 */
export function drawContent(needs: Omit<SeedNeeds, "stills">): ContentDrawing {
  const pool = createPool(needs.assets.assetsDir, 1);
  let stopped = false;
  const draw = async () => {
    const items = await incompleteItems(needs);
    for (const batch of pictureBatches(items)) {
      await pool.run(pictureTask(batch));
      for (const item of batch) await importPictures(needs, item);
    }
    for (const { login, clip, items: shown } of filmsOf(items)) {
      await (clip === "idle" ? needs.assets.readyToAir(login) : needs.assets.reactionsDrawn(login));
      await pool.run({ kind: "films", login, clips: [clip] });
      const media = filmPath(needs.assets.assetsDir, login, clip);
      for (const { seedKey } of shown) await needs.content.importFiles(seedKey, { media });
    }
  };
  const done = draw()
    .catch((error: unknown) => {
      if (!stopped) needs.log.error({ err: error }, "videos and posts of the demo world were not drawn");
    })
    .then(() => pool.stop());
  return {
    done,
    async stop() {
      stopped = true;
      await pool.stop();
      await done;
    },
  };
}

async function incompleteItems({
  content,
  plan = planShelves(),
}: Pick<SeedNeeds, "content" | "plan">): Promise<PlannedItem[]> {
  const seeded = await content.seeded();
  return plan.filter(({ seedKey }) => seeded.get(seedKey)?.complete === false);
}

type Batch = [PlannedItem, ...PlannedItem[]];

/** Items whose pictures are drawn together: the first of each model alone, later posters of one model at once. */
function pictureBatches(items: readonly PlannedItem[]): Batch[] {
  const batches = new Map<string, Batch>();
  for (const item of items) {
    const alone = item.clip === null || item.index === 0;
    const key = alone ? item.seedKey : `posters of ${item.login}`;
    const batch = batches.get(key);
    if (batch) batch.push(item);
    else batches.set(key, [item]);
  }
  return [...batches.values()];
}

function pictureTask([first, ...others]: Batch) {
  const { login, clip, index } = first;
  if (clip === null) return { kind: "posts", login, posts: [index] } as const;
  const clips = new Set([clip, ...others.flatMap((item) => item.clip ?? [])]);
  return { kind: "posters", login, clips: [...clips] } as const;
}

type Importing = Pick<SeedNeeds, "content" | "assets">;

async function importPictures({ content, assets: { assetsDir } }: Importing, item: PlannedItem) {
  const { seedKey, login, clip, index } = item;
  const drawn = await drawnItem(assetsDir, login, clip === null ? `post-${index}` : `film-${clip}`);
  if (!drawn) throw new Error(`the pictures of ${seedKey} were not drawn`);
  const pictures = { thumb: await readFile(drawn.thumb), blurred: await readFile(drawn.blurred) };
  await content.importFiles(seedKey, { pictures, ...(drawn.clear ? { media: drawn.clear } : {}) });
}

type Film = { login: string; clip: ClipName; items: PlannedItem[] };

/** Films with the items that show them; those that need the idle loop alone come before those that wait for reactions. */
function filmsOf(items: readonly PlannedItem[]): Film[] {
  const films = new Map<string, Film>();
  for (const item of items) {
    if (item.clip === null) continue;
    const key = `${item.login} ${item.clip}`;
    const film = films.get(key) ?? { login: item.login, clip: item.clip, items: [] };
    film.items.push(item);
    films.set(key, film);
  }
  return [...films.values()].toSorted((a, b) => Number(b.clip === "idle") - Number(a.clip === "idle"));
}
