import { type Insertable, type RawBuilder, sql } from "kysely";
import type { BrokenReason } from "#contract/chat-message.ts";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import { pageWithTotal } from "#server/kit/database/page-with-total.ts";
import type { ChatRole } from "../participant.ts";
import type { MessagingTables, TippedGift } from "./tables.ts";

export type { TippedGift } from "./tables.ts";

/** A message with its chat's people and marks, its picture or video, and whether that is bought. */
export type MessageRow = {
  id: number;
  chat_id: number;
  author: ChatRole;
  type: "text" | "media" | "paid_media";
  body: string;
  media_id: number | null;
  mass_message_id: number | null;
  /** The message was sent automatically: the welcome of a new subscriber. */
  automatic: boolean;
  temp_id: string | null;
  reply_to: number | null;
  /** The author of the message that this one answers. */
  quoted_author: ChatRole | null;
  quoted_body: string | null;
  quoted_kind: "picture" | "video" | null;
  quoted_tip: number | null;
  /** The transfer that paid for a tip or gift; null in any other message. */
  tip_transfer_id: number | null;
  tip_tokens: number | null;
  tip_gift: TippedGift | null;
  sent_at: Date;
  updated_at: Date;
  fan_id: number;
  model_id: number;
  fan_read_to: number;
  model_read_to: number;
  kind: "picture" | "video" | null;
  state: "processing" | "ready" | "broken" | "gone" | null;
  broken_reason: BrokenReason | null;
  file_key: string | null;
  thumb_key: string | null;
  blurred_key: string | null;
  width: number | null;
  height: number | null;
  seconds: number | null;
  price: number | null;
  description: string | null;
  bought: boolean;
};

type NewMessage = Omit<Insertable<MessagingTables["messaging.message"]>, "updated_at">;

export const messagesPerPage = 30;
/** So many messages of a long list are counted, ten pages: to count it all would take longer the longer it is. */
export const countedMessages = 10 * messagesPerPage;
/** The length to which a message is cut where another one quotes it. */
const quotedMax = 200;

/** The messages of a table or query of that shape, with all that is shown of them. */
const messagesFrom = (source: RawBuilder<unknown>) => sql`
  select message.id, message.chat_id, message.author, message.type, message.body, message.media_id,
    message.mass_message_id, message.temp_id, message.reply_to, message.tip_transfer_id, message.tip_tokens,
    message.tip_gift, message.sent_at, message.updated_at, chat.fan_id, chat.model_id, chat.fan_read_to, chat.model_read_to,
    media.kind, media.state, media.broken_reason, media.file_key, media.thumb_key, media.blurred_key,
    media.width, media.height, media.seconds, media.price, media.description,
    exists (select from messaging.purchase as p where p.media_id = message.media_id) as bought,
    coalesce(mass.audience = 'new_subscribers', false) as automatic,
    quoted.author as quoted_author, left(quoted.body, ${sql.lit(quotedMax)}) as quoted_body, quoted_media.kind as quoted_kind,
    quoted.tip_tokens as quoted_tip
  from ${source} as message
  join messaging.chat as chat on chat.id = message.chat_id
  left join messaging.mass_message as mass on mass.id = message.mass_message_id
  left join messaging.media as media on media.id = message.media_id
  left join messaging.message as quoted on quoted.id = message.reply_to
  left join messaging.media as quoted_media on quoted_media.id = quoted.media_id`;
const messages = messagesFrom(sql`messaging.message`);

/** These messages, by number. */
export async function messagesByIds(
  reader: Reader,
  ids: readonly number[],
): Promise<Map<number, MessageRow>> {
  if (ids.length === 0) return new Map();
  // A list of one would be planned each time, since lists are taken to be longer; planning costs more than reading.
  const wanted = ids.length === 1 ? sql`= ${ids[0]}` : sql`= any (${ids}::bigint[])`;
  const rows = await readRows(reader, sql<MessageRow>`${messages} where message.id ${wanted}`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A message, or undefined. */
export async function messageById(reader: Reader, id: number): Promise<MessageRow | undefined> {
  return (await messagesByIds(reader, [id])).get(id);
}

/** The message of a picture or video, or undefined when it was taken back. */
export async function messageOfMedia(reader: Reader, mediaId: number): Promise<MessageRow | undefined> {
  const rows = await readRows(reader, sql<MessageRow>`${messages} where message.media_id = ${mediaId}`);
  return rows[0];
}

/** The message that an author's page calls `tempId`, or undefined. */
export async function messageByTempId(
  reader: Reader,
  chatId: number,
  author: ChatRole,
  tempId: string,
): Promise<MessageRow | undefined> {
  const rows = await readRows(
    reader,
    sql<MessageRow>`${messages}
      where message.chat_id = ${chatId} and message.author = ${author} and message.temp_id = ${tempId}`,
  );
  return rows[0];
}

/** Where a page begins: before a message, or else behind so many pages, counted from the newest. */
export type MessagesStart = { before?: number | undefined; page: number };

/**
 * One page of the messages of a chat, newest first, and how many there are behind it: counted for ten pages at most. The
 * page is chosen before anything is joined to it: its plan is the same at any depth, and is made once.
 */
export async function messagesPage(
  reader: Reader,
  chatId: number,
  { before, page }: MessagesStart,
): Promise<{ rows: MessageRow[]; left: number }> {
  const earlier = sql`message.chat_id = ${chatId} ${andBefore(before ?? null)}`;
  const skipped = before === undefined ? (page - 1) * messagesPerPage : 0;
  const offset = skipped === 0 ? sql`` : sql`offset ${skipped}`;
  const rows = await readRows(
    reader,
    sql<MessageRow & { total: number }>`
      with page as materialized (
        select * from messaging.message as message where ${earlier}
        order by message.id desc limit ${sql.lit(messagesPerPage)} ${offset})
      select shown.*, (
        select count(*) from (
          select from messaging.message as message where ${earlier} order by message.id desc
          limit ${sql.lit(countedMessages)} ${offset}) as counted) as total
      from (${messagesFrom(sql`page`)}) as shown
      order by shown.id desc`,
  );
  return { rows, left: (rows[0]?.total ?? 0) - rows.length };
}

/** How many pages so many messages fill. */
export const pagesOf = (count: number): number => Math.ceil(count / messagesPerPage);

/** How many messages a chat has. */
export async function countMessages(reader: Reader, chatId: number): Promise<number> {
  const [row] = await readRows(
    reader,
    sql<{ n: number }>`select count(*) as n from messaging.message where chat_id = ${chatId}`,
  );
  return row?.n ?? 0;
}

/**
 * Part of the text and no condition that may be empty: one plan would have to serve both, and read from the newest on. The
 * number stands in a query of its own, where the planner does not see it: it would plan for each depth, and take a low
 * number for a chat of few messages.
 */
const andBefore = (before: number | null) =>
  before === null ? sql`` : sql`and message.id < (select ${before}::bigint)`;

/**
 * Messages of a chat in which a `tsquery` finds its words, each with its chat (`words_in`), before a number, newest first:
 * a page and one more. They are found by their words alone, whatever the planner thinks of the chat's length, and chosen
 * before anything is joined to them.
 */
export function messagesWith(
  reader: Reader,
  chatId: number,
  { query, before }: { query: string; before: number | null },
): Promise<MessageRow[]> {
  return readRows(
    reader,
    sql<MessageRow>`
      with found as materialized (
        select id from messaging.message as message
        where message.body <> '' and messaging.words_in(message.chat_id, message.body) @@ ${query}::tsquery
          ${andBefore(before)})
      ${messages}
      where message.chat_id = ${chatId}
        and message.id in (select id from found order by id desc limit ${sql.lit(messagesPerPage + 1)})
      order by message.id desc`,
  );
}

/** One page of the messages of a chat that carry something to look at, newest first, and how many there are. */
export function attachmentsPage(
  reader: Reader,
  chatId: number,
  page: number,
): Promise<{ rows: MessageRow[]; total: number }> {
  return pageWithTotal((page - 1) * messagesPerPage, (offset) =>
    readRows(
      reader,
      sql<MessageRow & { total: number }>`
      select page.*, count(*) over () as total from (${messages}) as page
      where page.chat_id = ${chatId} and page.media_id is not null and page.state <> 'gone'
      order by page.id desc limit ${messagesPerPage} offset ${offset}`,
    ),
  );
}

/** Adds a message; null when its author's page has sent it before. */
export async function insertMessage(tx: Tx, message: NewMessage): Promise<number | null> {
  const row = await tx
    .$extendTables<MessagingTables>()
    .insertInto("messaging.message")
    .values({ ...message, updated_at: message.sent_at })
    .onConflict((conflict) =>
      conflict.columns(["chat_id", "author", "temp_id"]).where("temp_id", "is not", null).doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Takes a message back; false when it is gone already. Its chat is locked first, as by those who add to it. */
export async function deleteMessage(tx: Tx, id: number): Promise<boolean> {
  await sql`
    select from messaging.chat where id = (select chat_id from messaging.message where id = ${id})
    for no key update`.execute(tx);
  const row = await tx
    .$extendTables<MessagingTables>()
    .deleteFrom("messaging.message")
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** A message has changed: what it shows is there now. */
export async function touchMessage(tx: Tx, id: number, at: Date): Promise<void> {
  await tx
    .$extendTables<MessagingTables>()
    .updateTable("messaging.message")
    .set({ updated_at: at })
    .where("id", "=", id)
    .execute();
}
