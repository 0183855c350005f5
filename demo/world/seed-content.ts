import { readFile } from "node:fs/promises";
import type { Content, ImportedItem } from "#server/content/content.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Logger } from "#server/kit/log.ts";
import { type ClipName, videoSize } from "../clips/format.ts";
import { postPictureSize } from "../draw/shelf-pictures.ts";
import { drawnItem, filmPath, filmSeconds } from "../shelf/draw-shelf.ts";
import { type PlannedItem, planShelves } from "../shelf/plan.ts";
import { createPool } from "../studio/pool.ts";
import type { DemoAssets } from "../studio/prepare-assets.ts";

type SeedNeeds = {
  content: Pick<Content, "seeded" | "importItems" | "importFiles">;
  assets: Pick<DemoAssets, "assetsDir" | "readyToAir" | "reactionsDrawn">;
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

/** Writes the rows of the demo's videos and posts, so that lists and purchases are whole; their files follow. */
export async function seedContent({
  content,
  clock,
  ids,
  plan = planShelves(),
}: Pick<SeedNeeds, "content" | "clock" | "ids" | "plan">): Promise<void> {
  const known = await content.seeded();
  const missing = plan.filter(({ seedKey }) => !known.has(seedKey));
  await content.importItems(missing.map((item) => rowOf(item, ids, clock.now())));
}

function rowOf(item: PlannedItem, ids: ReadonlyMap<string, number>, now: Date): ImportedItem {
  const { clip } = item;
  const modelId = ids.get(item.login);
  if (modelId === undefined) throw new Error(`${item.seedKey} has no model`);
  const at = (hours: number) => new Date(now.getTime() - hours * hourMs);
  return {
    seed_key: item.seedKey,
    kind: item.kind,
    model_id: modelId,
    title: item.title,
    body: item.body,
    price: item.price,
    for_subscribers: item.forSubscribers,
    visible: item.visible,
    starts_at: item.startsInHours === null ? null : at(-item.startsInHours),
    ends_at: item.endedHoursAgo === null ? null : at(item.endedHoursAgo),
    created_at: at(item.hoursAgo),
    ...(clip === null
      ? { media_type: "picture", contentType: "image/webp", seconds: null, ...postPictureSize(item.index) }
      : { media_type: "video", contentType: "video/mp4", seconds: filmSeconds(clip), ...videoSize }),
  };
}

/**
 * Draws the files of the seeded items behind the running product: the pictures first, newest item of each model before
 * the others, then the films as their clips are drawn. An interrupted drawing is taken up by the next start.
 */
export function drawContent(needs: SeedNeeds): ContentDrawing {
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

async function incompleteItems({ content, plan = planShelves() }: SeedNeeds): Promise<PlannedItem[]> {
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

async function importPictures({ content, assets: { assetsDir } }: SeedNeeds, item: PlannedItem) {
  const { seedKey, login, clip, index } = item;
  const drawn = await drawnItem(assetsDir, login, clip === null ? `post-${index}` : `film-${clip}`);
  if (!drawn) throw new Error(`the pictures of ${seedKey} were not drawn`);
  const [thumb, blurred] = [await readFile(drawn.thumb), await readFile(drawn.blurred)];
  await content.importFiles(seedKey, { thumb, blurred, ...(drawn.clear ? { media: drawn.clear } : {}) });
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
