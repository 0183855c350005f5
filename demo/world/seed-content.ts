import { readFile } from "node:fs/promises";
import type { Content, ImportedItem } from "#server/content/content.ts";
import type { Clock } from "#server/kit/clock.ts";
import { createConcurrencyLimit } from "#server/kit/concurrency-limit.ts";
import { postPictureSize } from "../art-paths.ts";
import { art } from "../art.ts";
import { clipFrames, framesPerSecond, videoSize } from "../clips.ts";
import { filmSeconds, makeFilm } from "../content/film.ts";
import { type PlannedItem, planContent, seedFileName } from "../content/plan.ts";
import { demoModels } from "../models.ts";
import { moodOf } from "../sound.ts";

type SeedNeeds = {
  content: Pick<Content, "seeded" | "importItems" | "importPictures" | "importWindow" | "importFiles">;
  clock: Clock;
  /** The ids of the models by login. */
  ids: ReadonlyMap<string, number>;
  /** The items of the demo world; all of them, unless given. */
  plan?: readonly PlannedItem[];
};

const hourMs = 3_600_000;
/** Storing a file is waiting for a disk or a bucket: some are stored at once. */
const inTurn = createConcurrencyLimit(8);

/**
 * Brings the demo's videos and posts, rows first and then their files; what an interrupted start left open is taken up by
 * the next. An item that was withdrawn does not come again.
 */
export async function seedContent(needs: SeedNeeds): Promise<void> {
  const { content, plan = planContent() } = needs;
  const known = await content.seeded();
  await importRows(
    needs,
    plan.filter(({ seedKey }) => !known.has(seedKey)),
  );
  const incomplete = plan.filter(({ seedKey }) => known.get(seedKey)?.complete !== true);
  await Promise.all(
    incomplete.map((item) =>
      inTurn(async () => {
        // A row of an earlier version may still show the portrait of its model.
        const pictures = known.has(item.seedKey) ? await picturesOf(item) : undefined;
        const media = await mediumOf(item);
        await content.importFiles(item.seedKey, { media, ...(pictures ? { pictures } : {}) });
      }),
    ),
  );
}

async function importRows({ content, clock, ids }: SeedNeeds, items: readonly PlannedItem[]): Promise<void> {
  const now = clock.now();
  const rowWithFiles = async (item: PlannedItem): Promise<ImportedItem> => {
    const modelId = ids.get(item.login);
    if (modelId === undefined) throw new Error(`${item.login} has no account`);
    const pictures = await content.importPictures(await picturesOf(item));
    const window = await content.importWindow(await windowOf(item));
    return { ...rowOf(item, now), ...pictures, ...window, model_id: modelId };
  };
  await content.importItems(await Promise.all(items.map((item) => inTurn(() => rowWithFiles(item)))));
}

async function picturesOf(item: PlannedItem) {
  const read = (part: "thumb" | "blurred") =>
    readFile(art.contentPicture(item.login, seedFileName(item), part));
  return { thumb: await read("thumb"), blurred: await read("blurred") };
}

/** The cover and teaser of an item, out of pictures that are drawn for its model anyway. */
async function windowOf({ login, clip, index, cover, teaser }: PlannedItem) {
  const picture =
    cover === "poster"
      ? art.contentPicture(login, seedFileName({ clip, index }), "thumb")
      : art.still(login, index % 4 < 2 ? "tall" : "portrait");
  return {
    cover: cover && (await readFile(picture)),
    teaser: teaser && {
      bytes: await readFile(art.clip(login, teaser)),
      seconds: Math.round(clipFrames[teaser] / framesPerSecond),
    },
  };
}

/** The file of an item's picture, or its film. */
async function mediumOf(item: PlannedItem): Promise<Uint8Array> {
  const { login, clip, loops } = item;
  if (clip === null) return readFile(art.contentPicture(login, seedFileName(item), "clear"));
  const scene = demoModels.find((model) => model.login === login)?.scene;
  if (!scene) throw new Error(`${login} is not in the demo world`);
  const soundFile = art.sound(moodOf[scene]);
  return makeFilm({ clip, loops }, { clipOf: (part) => art.clip(login, part), soundFile });
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
      : ({
          media_type: "video",
          contentType: "video/mp4",
          seconds: filmSeconds({ clip, loops: item.loops }),
        } as const)),
    ...(clip === null ? postPictureSize(item.index) : videoSize),
  };
}
