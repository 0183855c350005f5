import { readFile } from "node:fs/promises";
import type { Catalog } from "#server/catalog/catalog.ts";
import type { Database } from "#server/kit/database/database.ts";
import { art } from "../art.ts";
import { postPictureSize } from "../art-paths.ts";
import { planContent, seedFileName } from "../content/plan.ts";

const picturesMax = 4;

/**
 * Shows on models' pages the pictures of their posts that cost nothing and are for everybody. A page that has pictures
 * keeps what there is.
 */
export async function seedGalleries(
  { db, catalog }: { db: Database; catalog: Pick<Catalog, "gallery"> },
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const free = planContent().filter(
    ({ kind, clip, price, forSubscribers, visible }) =>
      kind === "post" && clip === null && price === 0 && !forSubscribers && visible,
  );
  for (const [login, items] of Map.groupBy(free, (item) => item.login)) {
    const id = ids.get(login);
    if (id === undefined || (await catalog.gallery.view(db, id)).length > 0) continue;
    for (const item of items.slice(0, picturesMax)) {
      const read = (part: "clear" | "thumb") => readFile(art.contentPicture(login, seedFileName(item), part));
      const [clear, thumb] = await Promise.all([read("clear"), read("thumb")]);
      await catalog.gallery.addEncoded(id, { clear, thumb, ...postPictureSize(item.index) });
    }
  }
}
