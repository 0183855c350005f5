import { sql } from "kysely";
import { type Database, type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import { type ExportRow, exportRowsMax } from "#server/kit/export/area.ts";

/** An upload as its owner began it, and how far it has come. Sizes in bytes. */
export type UploadRow = {
  id: string;
  owner_id: number;
  name: string;
  content_type: string;
  size: number;
  received: number;
  created_at: Date;
};

/** The answer of the call that used an upload. */
export type KeptAnswer = { status: number; body: unknown };

export type PartRow = { starts: number; bytes: number; key: string };

const columns = sql`id, owner_id, name, content_type, size, received, created_at`;

/** Until the end of the transaction nobody else begins an upload of this owner. */
export async function lockOwner(tx: Tx, ownerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`upload ${ownerId}`}, 0))`.execute(tx);
}

/** How many uploads of an owner no call has used yet, and how many bytes they have declared. */
export async function openUploads(tx: Tx, ownerId: number): Promise<{ count: number; bytes: number }> {
  const [row] = await readRows(
    tx,
    sql<{ count: number; bytes: number }>`
      select count(*)::int as count, coalesce(sum(size), 0)::bigint as bytes
      from storage.upload where owner_id = ${ownerId} and answer is null`,
  );
  return row ?? { count: 0, bytes: 0 };
}

export async function insertUpload(tx: Tx, row: Omit<UploadRow, "received">): Promise<void> {
  await sql`
    insert into storage.upload (id, owner_id, name, content_type, size, created_at)
    values (${row.id}, ${row.owner_id}, ${row.name}, ${row.content_type}, ${row.size}, ${row.created_at})`.execute(
    tx,
  );
}

export async function uploadById(db: Reader, id: string): Promise<UploadRow | null> {
  const [row] = await readRows(db, sql<UploadRow>`select ${columns} from storage.upload where id = ${id}`);
  return row ?? null;
}

/** Adds a part where the upload ends now; false when it ends elsewhere, is gone or would become too long. */
export async function addPart(tx: Tx, id: string, { starts, bytes, key }: PartRow): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update storage.upload set received = received + ${bytes}
    where id = ${id} and received = ${starts} and received + ${bytes} <= size`.execute(tx);
  if (numAffectedRows !== 1n) return false;
  await sql`
    insert into storage.upload_part (upload_id, starts, bytes, key)
    values (${id}, ${starts}, ${bytes}, ${key})`.execute(tx);
  return true;
}

/** The parts of an upload in their order. */
export function partsOf(db: Reader, id: string): Promise<PartRow[]> {
  return readRows(
    db,
    sql<PartRow>`
      select starts, bytes, key
      from storage.upload_part where upload_id = ${id} order by starts`,
  );
}

/**
 * Takes a whole upload for one call, unless another has it: since `lostBefore` means that its process has died. Null when
 * it is not to be had.
 */
export async function takeUpload(
  db: Database,
  id: string,
  { now, lostBefore }: { now: Date; lostBefore: Date },
): Promise<UploadRow | null> {
  const { rows } = await sql<UploadRow>`
    update storage.upload set taken_at = ${now}
    where id = ${id} and received = size and answer is null
      and (taken_at is null or taken_at < ${lostBefore})
    returning ${columns}`.execute(db);
  return rows[0] ?? null;
}

/** The answer of the call that used an upload; null while none has. */
export async function answerOf(db: Reader, id: string): Promise<KeptAnswer | null> {
  const [row] = await readRows(
    db,
    sql<{ answer: KeptAnswer | null }>`select answer from storage.upload where id = ${id}`,
  );
  return row?.answer ?? null;
}

/** Gives an upload back: the call that took it was refused for another reason than the file. */
export async function releaseUpload(db: Database, id: string): Promise<void> {
  await sql`update storage.upload set taken_at = null where id = ${id} and answer is null`.execute(db);
}

/** Keeps what the call that used an upload answered and forgets its parts, whose keys are answered. */
export async function keepAnswer(tx: Tx, id: string, answer: KeptAnswer): Promise<string[]> {
  await sql`
    update storage.upload set answer = ${JSON.stringify(answer)}::jsonb
    where id = ${id} and taken_at is not null`.execute(tx);
  const { rows: parts } = await sql<{ key: string }>`
    delete from storage.upload_part where upload_id = ${id} returning key`.execute(tx);
  return parts.map(({ key }) => key);
}

/** The uploads to forget: one, those of an owner, or those that began before a moment. */
export type UploadChoice = { id: string } | { ownerId: number } | { before: Date };

/** Forgets uploads; answers the keys of their parts. */
export async function deleteUploads(tx: Tx, which: UploadChoice): Promise<string[]> {
  const chosen =
    "id" in which
      ? sql`upload.id = ${which.id}`
      : "ownerId" in which
        ? sql`upload.owner_id = ${which.ownerId}`
        : sql`upload.created_at < ${which.before}`;
  // Locked, so that no part is added meanwhile.
  await sql`select from storage.upload as upload where ${chosen} for update`.execute(tx);
  const { rows: parts } = await sql<{ key: string }>`
    delete from storage.upload_part as part using storage.upload as upload
    where part.upload_id = upload.id and ${chosen} returning part.key`.execute(tx);
  await sql`delete from storage.upload as upload where ${chosen}`.execute(tx);
  return parts.map(({ key }) => key);
}

/** The keys among these that are parts of an upload. */
export async function knownParts(db: Reader, keys: string[]): Promise<ReadonlySet<string>> {
  const rows = await readRows(
    db,
    sql<{ key: string }>`select key from storage.upload_part where key = any (${keys})`,
  );
  return new Set(rows.map(({ key }) => key));
}

/** A person's uploads for their export. */
export function uploadsOf(db: Reader, ownerId: number): Promise<ExportRow[]> {
  return readRows(
    db,
    sql<ExportRow>`
      select name, content_type, size, received, created_at
      from storage.upload where owner_id = ${ownerId} order by created_at desc limit ${exportRowsMax}`,
  );
}
