import { sql } from "kysely";
import { type Database, readRows } from "#server/kit/database/database.ts";
import { type ExportArea, type ExportRow, exportRowsMax } from "#server/kit/export/area.ts";

/** A person's own messages in chats, and a fan's purchases there; nothing that others wrote. */
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
