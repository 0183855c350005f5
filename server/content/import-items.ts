import { searchKey } from "#contract/search-key.ts";
import type { Database } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import type { ContentType, EncodedPicture } from "#server/storage/storage.ts";
import type { ContentNeeds } from "./needs.ts";
import type { NewItem } from "./store/items-store.ts";
import { updateItem } from "./store/own-items-store.ts";
import type { ContentTables } from "./store/tables.ts";
import { contentAreas, keepThumbs } from "./studio/item-files.ts";

/** An item of a seed whose own files may follow: the address of its medium is chosen when the row is written. */
export type ImportedItem = Omit<NewItem, "search_text" | "media_key"> & {
  seed_key: string;
  contentType: ContentType;
};

/** Files of an item: its medium, and its two small pictures (WebP). */
export type ImportedFiles = { media?: Uint8Array; pictures?: Pick<EncodedPicture, "thumb" | "blurred"> };

/** An item that a seed has imported. `complete`: its medium is there, or will not come because it was withdrawn. */
export type SeededItem = { id: number; complete: boolean };

const readItems = (db: Database) => db.$extendTables<ContentTables>().selectFrom("content.item");

/** The items that a seed has imported, by their seed keys. */
export function seededItems({ db, privateFiles }: ContentNeeds) {
  return async (): Promise<ReadonlyMap<string, SeededItem>> => {
    const rows = await readItems(db)
      .select(["id", "seed_key", "media_key", "withdrawn_at"])
      .where("seed_key", "is not", null)
      .execute();
    const seeded = rows.map(async ({ id, seed_key, media_key, withdrawn_at }) => {
      const complete = withdrawn_at !== null || (await privateFiles.head(media_key)) !== null;
      return [seed_key ?? "", { id, complete }] as const;
    });
    return new Map(await Promise.all(seeded));
  };
}

/** Keeps what everybody sees of an item: a cover (WebP), and a silent teaser (MP4) of so many seconds. */
export function importWindow({ storage }: ContentNeeds) {
  return async ({
    cover,
    teaser,
  }: {
    cover: Uint8Array | null;
    teaser: { bytes: Uint8Array; seconds: number } | null;
  }) => ({
    cover_key:
      cover && (await storage.put(contentAreas.windows, { bytes: cover, contentType: "image/webp" })),
    teaser_key:
      teaser && (await storage.put(contentAreas.windows, { bytes: teaser.bytes, contentType: "video/mp4" })),
    teaser_seconds: teaser && teaser.seconds,
  });
}

/** Writes the rows of a seed's items, all or none; those that were imported before are left alone. */
export function importItems({ db, privateFiles }: ContentNeeds) {
  return async (items: readonly ImportedItem[]): Promise<void> => {
    if (items.length === 0) return;
    const rows = items.map(({ contentType, ...item }) => ({
      ...item,
      search_text: searchKey(item.title),
      media_key: privateFiles.reserve(contentAreas.private, contentType),
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
 * Gives an imported item its files. Each item has a medium of its own, so that it can be withdrawn like any other.
 * Nothing happens when the item is unknown or was withdrawn.
 */
export function importFiles(needs: ContentNeeds) {
  const { db, privateFiles } = needs;
  return async (seedKey: string, { media, pictures }: ImportedFiles): Promise<void> => {
    const item = await readItems(db)
      .select(["id", "media_key"])
      .where("seed_key", "=", seedKey)
      .where("withdrawn_at", "is", null)
      .executeTakeFirst();
    if (!item) return;
    if (pictures) {
      const keys = await keepThumbs(needs, pictures);
      await inTransaction(db, (tx) => updateItem(tx, item.id, keys));
    }
    // Last, because it is what makes the item complete.
    if (media) await privateFiles.putAt(item.media_key, { bytes: media });
  };
}
