import { sql } from "kysely";
import { z } from "zod";
import { type Database, type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { enqueue, type QueuedWork } from "#server/kit/jobs.ts";
import { storeForSubscribers } from "./store/chat-rules-store.ts";
import { releaseFromAll, releaseOriginalsOf, releaseUnbought, unreleasedOf } from "./store/media-store.ts";
import { storeFilter } from "./store/word-filter-store.ts";

type Person = { id: number; role: string };
type Side = "fan" | "model";

/**
 * How much is taken on at once: a model who writes to many has millions of messages, and no statement may run for longer than
 * the database allows. `most`: so many rows in all, and the rest another time.
 */
export type PartSizes = { rows: number; chats: number; most?: number };
const partSizes: PartSizes = { rows: 2_000, chats: 500 };
/** As many as an account's closing may wait for. */
const closingSizes: PartSizes = { ...partSizes, most: 20_000 };
/** As many as a job manages well within its time. */
const jobSizes: PartSizes = { ...partSizes, most: 100_000 };

const sideOf = ({ role }: Person): Side => (role === "model" ? "model" : "fan");

const deleteMessagesJob = "delete_messages";
const payload = z.object({ id: z.int(), role: z.string() });

/**
 * Takes the messages of somebody who closes their account out of every chat; media that a fan has bought stays with
 * the fan. All other files are given up, and the sweep deletes them. If there are very many, a job that begins with
 * the commit takes out the rest; messages to many go out no further. Safe to repeat.
 */
export async function deleteMessagesOf(tx: Tx, person: Person, sizes = closingSizes): Promise<void> {
  const side = sideOf(person);
  if (side === "model") {
    await releaseOriginalsOf(tx, person.id);
    await sql`
      update messaging.mass_message set taken_back_at = now()
      where model_id = ${person.id} and taken_back_at is null`.execute(tx);
  }
  const areAll = await inParts(await chatsOf(tx, person, [side]), sizes, (chats) =>
    deletePart(tx, chats, side, sizes.rows),
  );
  if (!areAll) await queueRest(tx, person);
}

/** Queued work: takes what {@link deleteMessagesOf} has left out of every chat, each part in a transaction of its own. */
export function forgetWork({ db }: { db: Database }, sizes = jobSizes): QueuedWork {
  return {
    async [deleteMessagesJob](queued) {
      const person = payload.parse(queued);
      const side = sideOf(person);
      const areAll = await inParts(await chatsOf(db, person, [side]), sizes, (chats) =>
        inTransaction(db, (tx) => deletePart(tx, chats, side, sizes.rows)),
      );
      if (!areAll) await inTransaction(db, (tx) => queueRest(tx, person));
    },
  };
}

/** Tried for a day and a half: what is left of the words of somebody who has gone is not to stay. */
function queueRest(tx: Tx, { id, role }: Person): Promise<void> {
  return enqueue(tx, { name: deleteMessagesJob, payload: { id, role }, triesMax: 15, urgency: "later" });
}

/** Forgets what was written and shown in a person's chats, in parts as above, before {@link eraseChats}. Safe to repeat. */
export async function forgetChatsInParts(db: Database, person: Person, sizes = partSizes): Promise<void> {
  const mine = await chatsOf(db, person, ["fan", "model"]);
  await inParts(mine, sizes, (chats) => inTransaction(db, (tx) => deletePart(tx, chats, null, sizes.rows)));
  await inParts(mine, sizes, (chats) => inTransaction(db, (tx) => releasePart(tx, chats, sizes.rows)));
}

/** Forgets everything that was written and shown in a person's chats. The payments stay, by numbers. */
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

/**
 * Works through chats, some at a time; `part` answers how many rows it took on, fewer than it may once none are left. False
 * when there may be more, as many as wanted having been taken on.
 */
async function inParts(
  chats: readonly number[],
  sizes: PartSizes,
  part: (chats: number[]) => Promise<number>,
): Promise<boolean> {
  let left = sizes.most ?? Number.POSITIVE_INFINITY;
  for (let from = 0; from < chats.length; from += sizes.chats) {
    const some = chats.slice(from, from + sizes.chats);
    for (let rows = sizes.rows; rows >= sizes.rows; left -= rows) {
      if (left <= 0) return false;
      rows = await part(some);
    }
  }
  return true;
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
