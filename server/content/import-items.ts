import { randomUUID } from "node:crypto";
import { access, copyFile, link, mkdir } from "node:fs/promises";
import path from "node:path";
import type { Database } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { searchKey } from "#server/kit/search-text.ts";
import type { ContentType } from "#server/storage/storage.ts";
import type { ContentNeeds } from "./needs.ts";
import type { NewItem } from "./store/items-store.ts";
import type { ContentTables } from "./store/tables.ts";
import { contentAreas } from "./studio/draw-media.ts";

/** An item of a seed without its files, which may follow: their places are chosen when the row is written. */
export type ImportedItem = Omit<NewItem, "search_text" | "media_key" | "thumb_key" | "blurred_key"> & {
  seed_key: string;
  contentType: ContentType;
};

/** Files of an item: its medium, which stays where it is, and its two small pictures (WebP). */
export type ImportedFiles = Partial<{ media: string; thumb: Uint8Array; blurred: Uint8Array }>;

/** An item that a seed has imported. `complete`: nothing is left to import, because its files lie there or it was withdrawn. */
export type SeededItem = { id: number; complete: boolean };

type Keys = { media_key: string; thumb_key: string; blurred_key: string };

const readItems = (db: Database) => db.$extendTables<ContentTables>().selectFrom("content.item");

/** The items that a seed has imported, by their seed keys. */
export function seededItems(needs: ContentNeeds) {
  return async (): Promise<ReadonlyMap<string, SeededItem>> => {
    const rows = await readItems(needs.db)
      .select(["id", "seed_key", "media_key", "thumb_key", "blurred_key", "withdrawn_at"])
      .where("seed_key", "is not", null)
      .execute();
    const seeded = new Map<string, SeededItem>();
    for (const { seed_key, id, withdrawn_at, ...keys } of rows)
      seeded.set(seed_key ?? "", { id, complete: withdrawn_at !== null || (await haveFiles(needs, keys)) });
    return seeded;
  };
}

async function haveFiles({ storage, privateFiles }: ContentNeeds, keys: Keys): Promise<boolean> {
  const [media, thumb, blurred] = await Promise.all([
    exists(privateFiles.pathOf(keys.media_key)),
    exists(privateFiles.pathOf(keys.thumb_key)),
    storage.has(keys.blurred_key),
  ]);
  return media && thumb && blurred;
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

/** Writes the rows of a seed's items, all or none; those that were imported before are left alone. */
export function importItems({ db, storage, privateFiles }: ContentNeeds) {
  return async (items: readonly ImportedItem[]): Promise<void> => {
    if (items.length === 0) return;
    const rows = items.map(({ contentType, ...item }) => ({
      ...item,
      search_text: searchKey(item.title),
      media_key: privateFiles.reserve(contentAreas.private, contentType),
      thumb_key: privateFiles.reserve(contentAreas.private, "image/webp"),
      blurred_key: storage.reserve(contentAreas.public, "image/webp"),
    }));
    await inTransaction(db, (tx) =>
      tx
        .$extendTables<ContentTables>()
        .insertInto("content.item")
        .values(rows)
        .onConflict((conflict) => conflict.column("seed_key").doNothing())
        .execute(),
    );
  };
}

/**
 * Puts files in the places of an imported item. Each item has files of its own, so that it can be withdrawn like any
 * other. Nothing happens when the item is unknown or was withdrawn.
 */
export function importFiles(needs: ContentNeeds) {
  const { db, storage, privateFiles } = needs;
  return async (seedKey: string, { media, thumb, blurred }: ImportedFiles): Promise<void> => {
    const item = await readItems(db)
      .select(["media_key", "thumb_key", "blurred_key"])
      .where("seed_key", "=", seedKey)
      .where("withdrawn_at", "is", null)
      .executeTakeFirst();
    if (!item) return;
    if (thumb) await privateFiles.keepAt(item.thumb_key, { bytes: thumb });
    if (blurred) await storage.putAt(item.blurred_key, blurred);
    if (media) await privateFiles.keepAt(item.media_key, { path: await ownCopy(needs, media) });
  };
}

/** Another name for the same bytes where the disk allows it, else a copy. */
async function ownCopy({ privateFiles }: ContentNeeds, file: string): Promise<string> {
  await mkdir(privateFiles.incoming, { recursive: true });
  const copy = path.join(privateFiles.incoming, randomUUID());
  await link(file, copy).catch(() => copyFile(file, copy));
  return copy;
}
