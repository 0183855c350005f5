import { sql } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import type { CatalogTables } from "./tables.ts";

const read = (reader: Reader) => reader.$extendTables<CatalogTables>();

/** Is the model on air for everybody now? */
export async function isOnAirInPublic(reader: Reader, modelId: number): Promise<boolean> {
  const row = await read(reader)
    .selectFrom("catalog.stream")
    .select("model_id")
    .where("model_id", "=", modelId)
    .where("public_session_id", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Puts a file in the place of a model's live picture; false, and nothing changes, unless they are on air for everybody. */
export async function saveLivePicture(
  tx: Tx,
  { modelId, file, at }: { modelId: number; file: string; at: Date },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into catalog.live_picture (model_id, session_id, file, taken_at)
    select model_id, public_session_id, ${file}, ${at} from catalog.stream
    where model_id = ${modelId} and public_session_id is not null
    on conflict (model_id) do update
    set session_id = excluded.session_id, file = excluded.file, taken_at = excluded.taken_at`.execute(tx);
  return numAffectedRows > 0n;
}

/** The live pictures of these models, of those who are listed and have one. */
export function livePicturesOf(
  reader: Reader,
  modelIds: readonly number[],
): Promise<{ model_id: number; file: string }[]> {
  return read(reader)
    .selectFrom("catalog.stream as stream")
    .innerJoin("catalog.model as model", "model.id", "stream.model_id")
    .select(["stream.model_id", "stream.picture as file"])
    .where("stream.model_id", "in", modelIds)
    .where("model.listed", "=", true)
    .where("stream.picture", "is not", null)
    .$narrowType<{ file: string }>()
    .execute();
}

/** Forgets pictures that were taken before a moment; their files go with a later sweep. */
export async function deletePicturesBefore(tx: Tx, before: Date): Promise<void> {
  await tx
    .$extendTables<CatalogTables>()
    .deleteFrom("catalog.live_picture")
    .where("taken_at", "<", before)
    .execute();
}

/** The files among these that are shown on a card now. */
export async function shownLivePictures(reader: Reader, files: readonly string[]): Promise<Set<string>> {
  const rows = sql<{ file: string }>`
    select picture.file from catalog.live_picture as picture
    join catalog.stream as stream on stream.model_id = picture.model_id and stream.picture = picture.file
    where picture.file = any(${[...files]}::text[])`;
  return new Set((await readRows(reader, rows)).map(({ file }) => file));
}

/** Forgets the live picture of a model; its file goes with the next sweep. */
export async function deleteLivePicture(tx: Tx, modelId: number): Promise<void> {
  await tx
    .$extendTables<CatalogTables>()
    .deleteFrom("catalog.live_picture")
    .where("model_id", "=", modelId)
    .execute();
}
