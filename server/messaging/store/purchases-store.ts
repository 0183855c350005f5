import { type Insertable, type Selectable, sql } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import { pageWithTotal } from "#server/kit/database/page-with-total.ts";
import { likeLiteral } from "#server/kit/search-text.ts";
import type { MediaRow } from "./media-store.ts";
import type { MessagingTables } from "./tables.ts";

export type PurchaseRow = Selectable<MessagingTables["messaging.purchase"]>;

/** A fan's purchase, with its picture or video and the message that it came in, null when that was taken back. */
export type PurchasedRow = PurchaseRow &
  Pick<
    MediaRow,
    | "kind"
    | "state"
    | "broken_reason"
    | "file_key"
    | "thumb_key"
    | "blurred_key"
    | "width"
    | "height"
    | "seconds"
    | "description"
  > & { model_id: number; message_id: number | null };

export const purchasesPerPage = 20;

const purchased = sql`
  select purchase.*, media.kind, media.state, media.broken_reason, media.file_key, media.thumb_key, media.blurred_key,
    media.width, media.height, media.seconds, media.description, chat.model_id,
    (select id from messaging.message as m where m.media_id = media.id) as message_id
  from messaging.purchase as purchase
  join messaging.media as media on media.id = purchase.media_id
  join messaging.chat as chat on chat.id = purchase.chat_id`;

/** Lets one purchase at a time of this fan be decided, until the transaction ends. */
export async function lockFan(tx: Tx, fanId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`messaging.fan.${fanId}`}, 0))`.execute(tx);
}

/** A fan's payment for a picture or video, or undefined. */
export async function purchaseOf(
  reader: Reader,
  fanId: number,
  mediaId: number,
): Promise<PurchasedRow | undefined> {
  const rows = await readRows(
    reader,
    sql<PurchasedRow>`${purchased} where purchase.fan_id = ${fanId} and purchase.media_id = ${mediaId}`,
  );
  return rows[0];
}

/** The purchase under an idempotency key, or undefined. */
export function purchaseByKey(reader: Reader, key: string): Promise<PurchaseRow | undefined> {
  return reader
    .$extendTables<MessagingTables>()
    .selectFrom("messaging.purchase")
    .selectAll()
    .where("idem_key", "=", key)
    .executeTakeFirst();
}

/** Stores a purchase beside its transfer. */
export async function insertPurchase(
  tx: Tx,
  purchase: Insertable<MessagingTables["messaging.purchase"]>,
): Promise<void> {
  await tx.$extendTables<MessagingTables>().insertInto("messaging.purchase").values(purchase).execute();
}

/**
 * One page of what a fan bought, newest first, and how much there is. `words` are looked for in descriptions; what
 * `sellers` sold fits as well.
 */
export function purchasesPage(
  reader: Reader,
  fanId: number,
  query: { page: number; words: string; sellers: readonly number[] },
): Promise<{ rows: PurchasedRow[]; total: number }> {
  const pattern = `%${likeLiteral(query.words)}%`;
  return pageWithTotal((query.page - 1) * purchasesPerPage, (offset) =>
    readRows(
      reader,
      sql<PurchasedRow & { total: number }>`
      select page.*, count(*) over () as total from (${purchased}) as page
      where page.fan_id = ${fanId} and page.state <> 'gone'
        and (${query.words} = '' or kit.search_key(page.description) like ${pattern} or page.model_id = any (${query.sellers}::bigint[]))
      order by page.id desc limit ${purchasesPerPage} offset ${offset}`,
    ),
  );
}

/** A fan's payment to a model for a picture or video, by the payment's transfer. */
export type MediaSale = { transfer_id: number; fan_id: number; model_id: number; tokens: number };

/** The fans who have bought these pictures and videos, the earliest first. */
export function salesOfMedia(reader: Reader, mediaIds: readonly number[]): Promise<MediaSale[]> {
  return readRows(
    reader,
    sql<MediaSale>`
      select purchase.transfer_id, purchase.fan_id, chat.model_id, purchase.tokens
      from messaging.purchase as purchase join messaging.chat as chat on chat.id = purchase.chat_id
      where purchase.media_id = any (${[...mediaIds]}::bigint[])
      order by purchase.transfer_id`,
  );
}

/**
 * The sales of the media that a message shows or, taken back, has shown, in all chats from which it would go with
 * this one.
 */
export function salesOfMessage(reader: Reader, messageId: number): Promise<MediaSale[]> {
  return readRows(
    reader,
    sql<MediaSale>`
      with message as (
        select media_id, mass_message_id from messaging.message where id = ${messageId}
        union all select id, mass_message_id from messaging.media where taken_from = ${messageId})
      select purchase.transfer_id, purchase.fan_id, chat.model_id, purchase.tokens
      from message
      left join messaging.mass_message as mass
        on mass.id = message.mass_message_id and mass.audience <> 'new_subscribers'
      join messaging.media as media on media.id = message.media_id or media.mass_message_id = mass.id
      join messaging.purchase as purchase on purchase.media_id = media.id
      join messaging.chat as chat on chat.id = purchase.chat_id
      order by purchase.transfer_id`,
  );
}
