import { sql } from "kysely";
import { type Database, readRows, type Tx } from "#server/kit/database/database.ts";
import { type ExportArea, type ExportRow, exportRowsMax } from "#server/kit/export/area.ts";
import { storeForSubscribers } from "./store/chat-rules-store.ts";
import { releaseAllOf, releaseOriginalsOf, releaseUnbought } from "./store/media-store.ts";
import { storeFilter } from "./store/word-filter-store.ts";

/** What a person wrote in chats, and a fan's purchases there; nothing of what others wrote. */
export function exportAreas(db: Database, { id, role }: { id: number; role: string }): ExportArea[] {
  const side = role === "model" ? "model" : "fan";
  const messages = () =>
    readRows(
      db,
      sql<ExportRow>`
        select message.sent_at as at, chat.id as chat, message.type, message.body, message.tip_tokens, media.description, media.price,
          message.mass_message_id is not null as to_many
        from messaging.message as message
        join messaging.chat as chat on chat.id = message.chat_id
        left join messaging.media as media on media.id = message.media_id
        where ${side === "fan" ? sql`chat.fan_id` : sql`chat.model_id`} = ${id} and message.author = ${side}
        order by message.id desc limit ${exportRowsMax}`,
    );
  const chats = () =>
    readRows(
      db,
      sql<ExportRow>`
        select id as chat, ${side === "fan" ? sql`model_id as model` : sql`fan_id as fan`}, created_at as since
        from messaging.chat where ${side === "fan" ? sql`fan_id` : sql`model_id`} = ${id}
        order by id limit ${exportRowsMax}`,
    );
  const purchases = () =>
    readRows(
      db,
      sql<ExportRow>`
        select purchase.at, purchase.chat_id as chat, media.kind as type, media.description, purchase.tokens,
          purchase.transfer_id
        from messaging.purchase as purchase join messaging.media as media on media.id = purchase.media_id
        where purchase.fan_id = ${id} order by purchase.id desc limit ${exportRowsMax}`,
    );
  const filteredWords = () =>
    readRows(
      db,
      sql<ExportRow>`
        select unnest(words) as word, changed_at as since from messaging.word_filter where person_id = ${id}`,
    );
  const areas = [
    { name: "chats", rows: chats },
    { name: "chat-messages", rows: messages },
    { name: "filtered-words", rows: filteredWords },
  ];
  const rules = () =>
    readRows(db, sql<ExportRow>`select since from messaging.subscribers_only where model_id = ${id}`);
  return role === "fan"
    ? [...areas, { name: "chat-purchases", rows: purchases }]
    : [...areas, { name: "chats-for-subscribers", rows: rules }];
}

type Person = { id: number; role: string };

/**
 * Takes the messages of somebody who closes their account out of every chat; what a fan has bought stays with the fan.
 * The files of the rest are given up, and the sweep deletes them. Safe to repeat.
 */
export async function deleteMessagesOf(tx: Tx, { id, role }: Person): Promise<void> {
  const side = role === "model" ? "model" : "fan";
  const { rows } = await sql<{ media_id: number | null }>`
    delete from messaging.message as message using messaging.chat as chat
    where chat.id = message.chat_id and message.author = ${side}
      and ${side === "fan" ? sql`chat.fan_id` : sql`chat.model_id`} = ${id}
    returning message.media_id`.execute(tx);
  await releaseUnbought(
    tx,
    rows.flatMap(({ media_id }) => media_id ?? []),
  );
  if (role === "model") {
    await releaseOriginalsOf(tx, id);
    await sql`
      update messaging.mass_message set taken_back_at = coalesce(taken_back_at, now()) where model_id = ${id}`.execute(
      tx,
    );
  }
}

/** Forgets everything that was written and shown in a person's chats. Who paid how much for what stays, by numbers. */
export async function eraseChats(tx: Tx, { id }: Person): Promise<void> {
  await sql`
    delete from messaging.message as message using messaging.chat as chat
    where chat.id = message.chat_id and (chat.fan_id = ${id} or chat.model_id = ${id})`.execute(tx);
  await releaseAllOf(tx, id);
  await storeFilter(tx, id, [], new Date(0));
  await storeForSubscribers(tx, id, false, new Date(0));
  await sql`delete from messaging.mass_recipient where fan_id = ${id}`.execute(tx);
  await sql`update messaging.mass_message set body = '' where model_id = ${id}`.execute(tx);
}
