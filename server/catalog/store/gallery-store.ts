import { type Insertable, type Selectable, sql } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import type { CatalogTables } from "./tables.ts";

type Table = CatalogTables["catalog.gallery"];
export type GalleryRow = Selectable<Table>;

const write = (tx: Tx) => tx.$extendTables<CatalogTables>();

/** A model's pictures, in their order. */
export function galleryOf(reader: Reader, modelId: number): Promise<GalleryRow[]> {
  return reader
    .$extendTables<CatalogTables>()
    .selectFrom("catalog.gallery")
    .selectAll()
    .where("model_id", "=", modelId)
    .orderBy("place")
    .execute();
}

/** One picture, whosever it is; undefined when there is none. */
export function pictureById(reader: Reader, id: number): Promise<GalleryRow | undefined> {
  return reader
    .$extendTables<CatalogTables>()
    .selectFrom("catalog.gallery")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
}

/** A model's pictures, in their order; nobody else changes them until the transaction ends. */
export async function lockGallery(tx: Tx, modelId: number): Promise<GalleryRow[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`catalog.gallery.${modelId}`}, 0))`.execute(tx);
  return galleryOf(tx, modelId);
}

export async function insertPicture(tx: Tx, picture: Insertable<Table>): Promise<void> {
  await write(tx).insertInto("catalog.gallery").values(picture).execute();
}

/** Puts pictures at places 1, 2 and so on, in the order of these ids. */
export async function placePictures(tx: Tx, modelId: number, ids: readonly number[]): Promise<void> {
  for (const [index, id] of ids.entries())
    await write(tx)
      .updateTable("catalog.gallery")
      .set({ place: index + 1 })
      .where("model_id", "=", modelId)
      .where("id", "=", id)
      .execute();
}

/** Deletes rows, all of a model's unless one is named. Safe to repeat. */
export async function deletePictures(tx: Tx, modelId: number, id?: number): Promise<void> {
  await write(tx)
    .deleteFrom("catalog.gallery")
    .where("model_id", "=", modelId)
    .$if(id !== undefined, (rows) => rows.where("id", "=", id ?? 0))
    .execute();
}

/** The files among these that belong to a gallery. */
export async function knownGalleryFiles(reader: Reader, keys: readonly string[]): Promise<Set<string>> {
  const rows = sql<{ key: string }>`
    select key from unnest(${[...keys]}::text[]) as asked (key)
    where exists (select from catalog.gallery where file = key or small_file = key)`;
  return new Set((await readRows(reader, rows)).map(({ key }) => key));
}
