import { readFile } from "node:fs/promises";
import type { BroughtItem, Content } from "#server/content/content.ts";
import type { Clock } from "#server/kit/clock.ts";
import type { Logger } from "#server/kit/log.ts";
import { type DrawnItem, drawnItem, filmPath, filmSeconds } from "../shelf/draw-shelf.ts";
import { type PlannedItem, planShelves } from "../shelf/plan.ts";
import { createPool } from "../studio/pool.ts";
import type { DemoAssets } from "../studio/prepare-assets.ts";

type ShelvesNeeds = {
  content: Pick<Content, "seeded" | "bring">;
  assets: Pick<DemoAssets, "assetsDir" | "readyToAir" | "reactionsDrawn">;
  clock: Clock;
  log: Logger;
  /** The ids of the models by login. */
  ids: ReadonlyMap<string, number>;
  /** What belongs on the shelves; everything, unless given. */
  plan?: readonly PlannedItem[];
};

/** The shelves of the demo world while they are being filled. */
export type Shelves = {
  /** Settles when everything is there, or the filling was stopped. */
  full: Promise<void>;
  stop(): Promise<void>;
};

const hourMs = 3_600_000;

/**
 * Fills the shelves with videos and posts behind the running product: pictures of posts first, then the films as their
 * clips are drawn. What was brought before is neither drawn nor brought again, so that a data folder from before gets
 * its content once.
 */
export function fillShelves(needs: ShelvesNeeds): Shelves {
  const pool = createPool(needs.assets.assetsDir, 1);
  let stopped = false;
  const bring = async (items: readonly PlannedItem[], drawn: () => Promise<unknown>) => {
    if (items.length === 0 || stopped) return;
    await drawn();
    for (const item of items) if (!stopped) await needs.content.bring([await itemOf(needs, item)]);
  };
  const fill = async () => {
    const missing = await missingItems(needs);
    for (const { login, posts } of pictures(missing))
      await bring(posts, () => pool.run({ kind: "posts", login, posts: posts.map(({ index }) => index) }));
    const films = filmsOf(missing);
    for (const { login, items, wait } of films)
      await bring(items, async () => {
        await (wait === "air" ? needs.assets.readyToAir(login) : needs.assets.reactionsDrawn(login));
        const clips = [...new Set(items.flatMap(({ clip }) => clip ?? []))];
        await pool.run({ kind: "films", login, clips });
      });
  };
  const full = fill()
    .catch((error: unknown) => {
      if (!stopped) needs.log.error({ err: error }, "the shelves of the demo world were not filled");
    })
    .then(() => pool.stop());
  return {
    full,
    async stop() {
      stopped = true;
      await pool.stop();
      await full;
    },
  };
}

async function missingItems({ content, plan = planShelves() }: ShelvesNeeds): Promise<PlannedItem[]> {
  const known = await content.seeded();
  return plan.filter(({ seedKey }) => !known.has(seedKey));
}

const loginsOf = (items: readonly PlannedItem[]) => [...new Set(items.map(({ login }) => login))];

function pictures(missing: readonly PlannedItem[]) {
  const posts = missing.filter(({ clip }) => clip === null);
  return loginsOf(posts).map((login) => ({ login, posts: posts.filter((post) => post.login === login) }));
}

/** What needs the idle loop alone comes before what waits for reactions. */
function filmsOf(missing: readonly PlannedItem[]) {
  const films = missing.filter(({ clip }) => clip !== null);
  const first = films.filter(({ clip }) => clip === "idle");
  const later = films.filter(({ clip }) => clip !== "idle");
  const group = (items: readonly PlannedItem[], wait: "air" | "reactions") =>
    loginsOf(items).map((login) => ({ login, items: items.filter((item) => item.login === login), wait }));
  return [...group(first, "air"), ...group(later, "reactions")];
}

async function itemOf(
  { assets: { assetsDir }, clock, ids }: ShelvesNeeds,
  item: PlannedItem,
): Promise<BroughtItem> {
  const { login, clip, index } = item;
  const drawn = await drawnItem(assetsDir, login, clip === null ? `post-${index}` : `film-${clip}`);
  const modelId = ids.get(login);
  if (!drawn || modelId === undefined) throw new Error(`${item.seedKey} was not drawn or has no model`);
  const at = (hours: number) => new Date(clock.now().getTime() - hours * hourMs);
  return {
    seed_key: item.seedKey,
    kind: item.kind,
    model_id: modelId,
    title: item.title,
    body: item.body,
    media_type: clip === null ? "picture" : "video",
    price: item.price,
    for_subscribers: item.forSubscribers,
    visible: item.visible,
    starts_at: item.startsInHours === null ? null : at(-item.startsInHours),
    ends_at: item.endedHoursAgo === null ? null : at(item.endedHoursAgo),
    seconds: clip === null ? null : filmSeconds(clip),
    width: drawn.width,
    height: drawn.height,
    created_at: at(item.hoursAgo),
    files: await filesOf(assetsDir, item, drawn),
  };
}

async function filesOf(
  assetsDir: string,
  { login, clip }: PlannedItem,
  drawn: DrawnItem,
): Promise<BroughtItem["files"]> {
  const media =
    clip === null
      ? { path: drawn.clear ?? "", contentType: "image/webp" as const }
      : { path: filmPath(assetsDir, login, clip), contentType: "video/mp4" as const };
  return { media, thumb: await readFile(drawn.thumb), blurred: await readFile(drawn.blurred) };
}
