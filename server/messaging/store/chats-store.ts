import { type RawBuilder, type Selectable, sql } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import type { ChatRole, Participant } from "../participant.ts";
import { countedMessages } from "./messages-store.ts";
import type { MessagingTables } from "./tables.ts";

export type ChatRow = Selectable<MessagingTables["messaging.chat"]>;

/** A chat in a list: what is unread for its reader, its newest message, when the fan wrote last and how many messages it has. */
export type ListedChat = ChatRow & {
  unread: number;
  latest_id: number | null;
  fan_wrote_at: Date | null;
  /** How many messages it has, as far as they are counted. */
  messages: number;
  /** How many chats of the list stand at and behind the first one of its page; see {@link chatsPage}. */
  left: number;
  /** When it was active last, in microseconds since 1970, as its place in the list states it. */
  active_us: number;
};

/** Where a page of a list begins: behind a chat as it stood in the page before, or else behind so many pages. */
export type ChatsStart = { page: number; before: ChatPlace | null };
export type ChatPlace = { activeUs: number; id: number };

export const chatsPerPage = 20;

const read = (reader: Reader) => reader.$extendTables<MessagingTables>();
const write = (tx: Tx) => tx.$extendTables<MessagingTables>();

/** How many messages of the other side `side` has not seen: a number that the database keeps. */
const unreadOf = (side: ChatRole) => sql.ref(side === "fan" ? "chat.fan_unread" : "chat.model_unread");

/** By name, as in all that is prepared: a column more must not change what a statement answers. */
const plainColumns = sql.raw(
  ["id", "fan_id", "model_id", "in_folders", "fan_read_to", "model_read_to", "fan_unread", "model_unread"]
    .concat(["fan_hidden_at", "active_at", "created_at"])
    .map((column) => `chat.${column}`)
    .join(", "),
);

const chatColumns = (side: ChatRole) => sql`
  ${plainColumns}, ${unreadOf(side)} as unread,
  (extract(epoch from chat.active_at) * 1000000)::bigint as active_us,
  (select max(m.id) from messaging.message as m where m.chat_id = chat.id) as latest_id,
  (select m.sent_at from messaging.message as m where m.chat_id = chat.id and m.author = 'fan'
   order by m.id desc limit 1) as fan_wrote_at,
  (select count(*) from (
     select from messaging.message as m where m.chat_id = chat.id limit ${sql.lit(countedMessages)}) as counted) as messages`;

/**
 * The chats of a list: a fan's, but for those taken out of it; a model's, once something was written in them. With
 * `partners` only those with these people.
 */
function listOf({ id, role }: Participant, partners: readonly number[] | null) {
  const mine = role === "fan" ? sql`chat.fan_id` : sql`chat.model_id`;
  const theirs = role === "fan" ? sql`chat.model_id` : sql`chat.fan_id`;
  const shown =
    role === "fan"
      ? sql`chat.fan_hidden_at is null`
      : sql`exists (select from messaging.message as m where m.chat_id = chat.id)`;
  const withThem = partners === null ? sql`` : sql`and ${theirs} = any (${partners}::bigint[])`;
  return sql`from messaging.chat as chat where ${mine} = ${id} and ${shown} ${withThem}`;
}

/** So many pages behind one are counted in a long list: to count it all would take longer the longer it is. */
const countedPages = 3;

/**
 * One page of somebody's chats, the newest message first. A page behind a chat is found by the index however deep it is,
 * and chats that move to the top meanwhile shift nothing. `left` counts those on the page and on three behind it at most.
 */
export function chatsPage(
  reader: Reader,
  participant: Participant,
  { page, before, partners }: ChatsStart & { partners: readonly number[] | null },
): Promise<ListedChat[]> {
  const list = listOf(participant, partners);
  const behind = before
    ? sql`and (chat.active_at, chat.id) <
        (timestamptz 'epoch' + ${before.activeUs}::bigint * interval '1 microsecond', ${before.id}::bigint)`
    : sql``;
  const skipped = before ? 0 : (page - 1) * chatsPerPage;
  const offset = skipped === 0 ? sql`` : sql`offset ${skipped}`;
  return readRows(
    reader,
    sql<ListedChat>`
      with counted as materialized (
        select chat.id, chat.active_at ${list} ${behind}
        order by chat.active_at desc, chat.id desc
        limit ${sql.lit((1 + countedPages) * chatsPerPage)} ${offset})
      select ${chatColumns(participant.role)}, (select count(*) from counted) as left
      from (select id from counted order by active_at desc, id desc limit ${sql.lit(chatsPerPage)}) as page
      join messaging.chat as chat on chat.id = page.id
      order by chat.active_at desc, chat.id desc`,
  );
}

/** How many chats somebody has in their list, with `partners` only those with these people. */
export async function countChats(
  reader: Reader,
  participant: Participant,
  partners: readonly number[] | null,
): Promise<number> {
  const [row] = await readRows(
    reader,
    sql<{ n: number }>`select count(*) as n ${listOf(participant, partners)}`,
  );
  return row?.n ?? 0;
}

/** The people with whom somebody has chats. */
export async function partnersOf(reader: Reader, { id, role }: Participant): Promise<number[]> {
  const theirs = role === "fan" ? "model_id" : "fan_id";
  const rows = await read(reader)
    .selectFrom("messaging.chat")
    .select(theirs)
    .where(role === "fan" ? "fan_id" : "model_id", "=", id)
    .execute();
  return rows.map((row) => row[theirs as keyof typeof row]);
}

/** One chat as it stands in a list, or undefined. */
export async function listedChat(
  reader: Reader,
  id: number,
  side: ChatRole,
): Promise<ListedChat | undefined> {
  const rows = await readRows(
    reader,
    sql<ListedChat>`select ${chatColumns(side)}, 1::bigint as left from messaging.chat as chat where chat.id = ${id}`,
  );
  return rows[0];
}

/** A chat, or undefined. */
export async function chatById(reader: Reader, id: number): Promise<ChatRow | undefined> {
  const [row] = await readRows(
    reader,
    sql<ChatRow>`select ${plainColumns} from messaging.chat as chat where id = ${id}`,
  );
  return row;
}

/** These chats, by number. */
export async function chatsByIds(reader: Reader, ids: readonly number[]): Promise<Map<number, ChatRow>> {
  if (ids.length === 0) return new Map();
  const rows = await read(reader).selectFrom("messaging.chat").selectAll().where("id", "in", ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The chat of a fan with a model, or undefined. */
export function chatOf(reader: Reader, fanId: number, modelId: number): Promise<ChatRow | undefined> {
  return read(reader)
    .selectFrom("messaging.chat")
    .selectAll()
    .where("fan_id", "=", fanId)
    .where("model_id", "=", modelId)
    .executeTakeFirst();
}

/** Opens the chats of these fans with a model; those that there are stay as they are. */
export async function insertChats(
  tx: Tx,
  fans: readonly number[],
  modelId: number,
  at: Date,
): Promise<number> {
  const opened = await write(tx)
    .insertInto("messaging.chat")
    .values(
      fans.map((fan_id) => ({
        fan_id,
        model_id: modelId,
        fan_hidden_at: null,
        active_at: at,
        created_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(opened.numInsertedOrUpdatedRows ?? 0);
}

/**
 * Something is written in these chats: they move to the top and come back to who took them out of the list. Their rows stay
 * locked, so that the numbers of the messages that follow grow as they become visible.
 */
export async function wakeChats(tx: Tx, ids: readonly number[], at: Date): Promise<void> {
  // In the order of their numbers, so that two who write to many cannot wait for each other.
  if (ids.length > 1)
    await sql`select from messaging.chat where id = any (${ids}::bigint[]) order by id for no key update`.execute(
      tx,
    );
  await write(tx)
    .updateTable("messaging.chat")
    .set({ active_at: at, fan_hidden_at: null })
    .where("id", "in", ids)
    .execute();
}

/** Takes a chat out of the fan's list or brings it back. */
export async function setHidden(tx: Tx, id: number, at: Date | null): Promise<void> {
  await write(tx).updateTable("messaging.chat").set({ fan_hidden_at: at }).where("id", "=", id).execute();
}

/**
 * A side has seen a chat up to a message, or up to its newest. Answers up to which, or null when nothing was new; never
 * goes back.
 */
export async function moveReadMark(
  tx: Tx,
  chatId: number,
  side: ChatRole,
  upTo: number | null,
): Promise<number | null> {
  const mark = side === "fan" ? sql.ref("fan_read_to") : sql.ref("model_read_to");
  const { rows } = await sql<{ up_to: number }>`
    update messaging.chat set ${mark} = newest.id
    from (select max(id) as id from messaging.message
           where chat_id = ${chatId} and id <= coalesce(${upTo}::bigint, 9223372036854775807)) as newest
    where chat.id = ${chatId} and newest.id > ${mark}
    returning newest.id as up_to`.execute(tx);
  return rows[0]?.up_to ?? null;
}

/** The number of unread messages of somebody, in all chats of the list. A chat without messages adds nothing. */
export async function unreadInAll(reader: Reader, { id, role }: Participant): Promise<number> {
  const kept: RawBuilder<{ n: number | null }> =
    role === "fan"
      ? sql`select sum(fan_unread)::bigint as n from messaging.chat
          where fan_id = ${id} and fan_hidden_at is null and fan_unread > 0`
      : sql`select sum(messages)::bigint as n from messaging.model_unread where model_id = ${id}`;
  const [row] = await readRows(reader, kept);
  return row?.n ?? 0;
}

/** The number of a side's unread messages in one chat. */
export async function unreadIn(reader: Reader, chatId: number, side: ChatRole): Promise<number> {
  const [row] = await readRows(
    reader,
    sql<{
      n: number;
    }>`select ${unreadOf(side)}::bigint as n from messaging.chat as chat where chat.id = ${chatId}`,
  );
  return row?.n ?? 0;
}

/**
 * The numbers of unread messages of these fans, in all chats of their lists. Fans who have read everything are not
 * named.
 */
export async function unreadInAllOf(reader: Reader, fans: readonly number[]): Promise<Map<number, number>> {
  const rows = await readRows(
    reader,
    sql<{ fan_id: number; n: number }>`
      select fan_id, sum(fan_unread)::bigint as n from messaging.chat
      where fan_id = any (${fans}::bigint[]) and fan_hidden_at is null and fan_unread > 0
      group by fan_id`,
  );
  return new Map(rows.map(({ fan_id, n }) => [fan_id, n]));
}

/** The numbers of messages that the fans of these chats have not read in them, by chat. */
export async function unreadOfFansIn(
  reader: Reader,
  chatIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await readRows(
    reader,
    sql<{ id: number; n: number }>`
      select chat.id, chat.fan_unread::bigint as n from messaging.chat as chat
      where chat.id = any (${chatIds}::bigint[])`,
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** The kept counts of unread messages that do not fit the messages, a line each. */
export async function unreadProblems(reader: Reader): Promise<string[]> {
  const rows = await readRows(
    reader,
    sql<{ text: string }>`select text from messaging.unread_problems() as text`,
  );
  return rows.map(({ text }) => text);
}
