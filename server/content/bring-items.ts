import { randomUUID } from "node:crypto";
import { copyFile, link, mkdir } from "node:fs/promises";
import path from "node:path";
import type { Database, Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { searchKey } from "#server/kit/search-text.ts";
import type { ContentType } from "#server/storage/storage.ts";
import type { ContentNeeds } from "./needs.ts";
import type { NewItem } from "./store/items-store.ts";
import type { ContentTables } from "./store/tables.ts";
import { contentAreas, keepThumbs } from "./studio/draw-media.ts";

/** An item of a seed: its words, and its files, which stay where they are. */
export type BroughtItem = Omit<NewItem, "search_text" | "media_key" | "thumb_key" | "blurred_key"> & {
  seed_key: string;
  files: { media: { path: string; contentType: ContentType }; thumb: Uint8Array; blurred: Uint8Array };
};

/** Which items a seed has brought, with their ids. */
export async function seedKeys(db: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .$extendTables<ContentTables>()
    .selectFrom("content.item")
    .select(["id", "seed_key"])
    .where("seed_key", "is not", null)
    .execute();
  return new Map(rows.flatMap(({ id, seed_key }) => (seed_key === null ? [] : [[seed_key, id]])));
}

/** Brings items of a seed. Each has files of its own, so that it can be taken back like any other. */
export function bringItems(needs: ContentNeeds) {
  return async (items: readonly BroughtItem[]): Promise<void> => {
    for (const { files, ...words } of items) {
      const media = { path: await ownCopy(needs, files.media.path), contentType: files.media.contentType };
      const item = {
        ...words,
        search_text: searchKey(words.title),
        media_key: await needs.privateFiles.keep(contentAreas.private, media),
        ...(await keepThumbs(needs, files)),
      };
      await inTransaction(needs.db, (tx) => insertOnce(tx, item));
    }
  };
}

/** Another name for the same bytes where the disk allows it, else a copy. */
async function ownCopy({ privateFiles }: ContentNeeds, file: string): Promise<string> {
  await mkdir(privateFiles.incoming, { recursive: true });
  const copy = path.join(privateFiles.incoming, randomUUID());
  await link(file, copy).catch(() => copyFile(file, copy));
  return copy;
}

async function insertOnce(tx: Tx, item: NewItem): Promise<void> {
  await tx
    .$extendTables<ContentTables>()
    .insertInto("content.item")
    .values(item)
    .onConflict((conflict) => conflict.column("seed_key").doNothing())
    .execute();
}
