import { sql } from "kysely";
import { type Database, type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { storeForSubscribers } from "./store/chat-rules-store.ts";
import { releaseFromAll, releaseOriginalsOf, releaseUnbought, unreleasedOf } from "./store/media-store.ts";
import { storeFilter } from "./store/word-filter-store.ts";

type Person = { id: number; role: string };
type Side = "fan" | "model";

/**
 * How much one transaction takes on: a model who writes to many has millions of messages, and no statement may run for
 * longer than the database allows.
 */
export type PartSizes = { rows: number; chats: number };
const partSizes: PartSizes = { rows: 2_000, chats: 500 };

const sideOf = ({ role }: Person): Side => (role === "model" ? "model" : "fan");

/**
 * Takes most messages of somebody who is about to close their account out of every chat, in parts, each in a transaction of
 * its own, before {@link deleteMessagesOf}. What goes out to many goes no further. Safe to repeat, and goes on where it
 * was interrupted. Of staff, whose account may turn out to stay, nothing is taken.
 */
export async function deleteMessagesInParts(db: Database, person: Person, sizes = partSizes): Promise<void> {
  if (person.role !== "fan" && person.role !== "model") return;
  if (person.role === "model") await inTransaction(db, (tx) => takeBackMasses(tx, person.id));
  await inParts(await chatsOf(db, person, [sideOf(person)]), sizes, (chats) =>
    inTransaction(db, (tx) => deletePart(tx, chats, sideOf(person), sizes.rows)),
  );
}

/**
 * Takes the messages of somebody who closes their account out of every chat; what a fan has bought stays with the fan.
 * The files of the rest are given up, and the sweep deletes them. Safe to repeat.
 */
export async function deleteMessagesOf(tx: Tx, person: Person): Promise<void> {
  const side = sideOf(person);
  await inParts(await chatsOf(tx, person, [side]), partSizes, (chats) =>
    deletePart(tx, chats, side, partSizes.rows),
  );
  if (person.role !== "model") return;
  await releaseOriginalsOf(tx, person.id);
  await takeBackMasses(tx, person.id);
}

/** Forgets what was written and shown in a person's chats, in parts as above, before {@link eraseChats}. Safe to repeat. */
export async function forgetChatsInParts(db: Database, person: Person, sizes = partSizes): Promise<void> {
  const mine = await chatsOf(db, person, ["fan", "model"]);
  await inParts(mine, sizes, (chats) => inTransaction(db, (tx) => deletePart(tx, chats, null, sizes.rows)));
  await inParts(mine, sizes, (chats) => inTransaction(db, (tx) => releasePart(tx, chats, sizes.rows)));
}

/** Forgets everything that was written and shown in a person's chats. Who paid how much for what stays, by numbers. */
export async function eraseChats(tx: Tx, person: Person): Promise<void> {
  const { id } = person;
  const mine = await chatsOf(tx, person, ["fan", "model"]);
  await inParts(mine, partSizes, (chats) => deletePart(tx, chats, null, partSizes.rows));
  await inParts(mine, partSizes, (chats) => releasePart(tx, chats, partSizes.rows));
  await releaseOriginalsOf(tx, id);
  await storeFilter(tx, id, [], new Date(0));
  await storeForSubscribers(tx, id, false, new Date(0));
  await sql`delete from messaging.mass_recipient where fan_id = ${id}`.execute(tx);
  await sql`update messaging.mass_message set body = '' where model_id = ${id}`.execute(tx);
}

async function takeBackMasses(tx: Tx, modelId: number): Promise<void> {
  await sql`
    update messaging.mass_message set taken_back_at = now()
    where model_id = ${modelId} and taken_back_at is null`.execute(tx);
}

/** The chats in which a person is on one of these sides. */
async function chatsOf(reader: Reader, { id }: Person, sides: readonly Side[]): Promise<number[]> {
  const rows = await readRows(
    reader,
    sql<{ id: number }>`
      select id from messaging.chat where fan_id = ${id} and 'fan' = any (${sides})
      union all select id from messaging.chat where model_id = ${id} and 'model' = any (${sides})`,
  );
  return rows.map((row) => row.id).sort((one, other) => one - other);
}

/** Works through chats, some at a time; `part` answers how many rows it took on, fewer than it may once none are left. */
async function inParts(
  chats: readonly number[],
  sizes: PartSizes,
  part: (chats: number[]) => Promise<number>,
): Promise<void> {
  for (let from = 0; from < chats.length; from += sizes.chats) {
    const some = chats.slice(from, from + sizes.chats);
    while ((await part(some)) >= sizes.rows);
  }
}

/**
 * Deletes so many messages of these chats, of one author or of both; answers how many there were, though another
 * transaction may have deleted them meanwhile.
 */
async function deletePart(tx: Tx, chats: number[], author: Side | null, most: number): Promise<number> {
  const { rows: found } = await sql<{ id: number }>`
    select id from messaging.message
    where chat_id = any (${chats}::bigint[]) and author = coalesce(${author}, author) limit ${most}`.execute(
    tx,
  );
  const { rows } = await sql<{ media_id: number | null }>`
    delete from messaging.message where id = any (${found.map(({ id }) => id)}::bigint[])
    returning media_id`.execute(tx);
  // Once everything is forgotten the files are given up by the media themselves, which may have outlived their message.
  if (author !== null)
    await releaseUnbought(
      tx,
      rows.flatMap(({ media_id }) => media_id ?? []),
    );
  return found.length;
}

/** Gives up so many files of these chats, from who bought them too; answers how many. */
async function releasePart(tx: Tx, chats: number[], most: number): Promise<number> {
  const ids = await unreleasedOf(tx, chats, most);
  await releaseFromAll(tx, ids);
  return ids.length;
}
