import { readFile } from "node:fs/promises";
import type { Catalog, NewPicture } from "#server/catalog/catalog.ts";
import { createConcurrencyLimit } from "#server/kit/concurrency-limit.ts";
import type { Database } from "#server/kit/database/database.ts";
import { postPictureSize, type StillName } from "../art-paths.ts";
import { art } from "../art.ts";
import { type PlannedItem, planContent, seedFileName } from "../content/plan.ts";

/** To store a picture is to wait for the database and the disk. */
const galleriesAtOnce = 4;
/** Posts whose pictures are shown, at most. */
const postsMax = 4;

/**
 * Shows on the pages of models who post what they are like: two portraits, and the pictures of their posts that cost
 * nothing and are for everybody. A page that has pictures keeps what there is.
 */
export async function seedGalleries(
  { db, catalog }: { db: Database; catalog: Pick<Catalog, "gallery"> },
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const seedOne = async ([login, items]: [login: string, items: readonly PlannedItem[]]) => {
    const id = ids.get(login);
    if (id === undefined || (await catalog.gallery.view(db, id)).length > 0) return;
    for (const picture of await picturesOf(login, items)) await catalog.gallery.addEncoded(id, picture);
  };
  const inTurn = createConcurrencyLimit(galleriesAtOnce);
  const models = [...Map.groupBy(planContent(), (item) => item.login)];
  await Promise.all(models.map((model) => inTurn(() => seedOne(model))));
}

async function picturesOf(login: string, items: readonly PlannedItem[]): Promise<NewPicture[]> {
  const still = (name: StillName) => readFile(art.still(login, name));
  const ofPost = async (item: PlannedItem): Promise<NewPicture> => {
    const read = (part: "clear" | "thumb") => readFile(art.contentPicture(login, seedFileName(item), part));
    return { clear: await read("clear"), thumb: await read("thumb"), ...postPictureSize(item.index) };
  };
  const tall = await still("tall");
  return [
    { clear: await still("portrait"), thumb: await still("portraitSmall"), width: 480, height: 600 },
    ...(await Promise.all(items.filter(isFreePost).slice(0, postsMax).map(ofPost))),
    { clear: tall, thumb: tall, width: 360, height: 640 },
  ];
}

const isFreePost = ({ kind, clip, price, forSubscribers, visible }: PlannedItem) =>
  kind === "post" && clip === null && price === 0 && !forSubscribers && visible;
