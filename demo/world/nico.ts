import type { Catalog } from "#server/catalog/catalog.ts";
import type { Database } from "#server/kit/database/database.ts";

type NicoNeeds = { db: Database; catalog: Pick<Catalog, "like" | "likedModels"> };

/** Whom the main fan of the demo world likes from the beginning; some are live, some are not. */
const favorites = ["luna", "clara", "aria", "mateo", "noor", "rosa"];

/** Gives the main fan favourites; what a visitor has made of them since stays. */
export async function seedNico({ db, catalog }: NicoNeeds, ids: ReadonlyMap<string, number>): Promise<void> {
  const fanId = ids.get("nico");
  if (fanId === undefined || (await catalog.likedModels(db, fanId)).length > 0) return;
  for (const login of favorites) {
    // Refused for a model who was hidden or whose account was closed since.
    await catalog.like(fanId, ids.get(login) ?? 0, true);
  }
}
