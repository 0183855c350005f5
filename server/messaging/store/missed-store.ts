import { sql } from "kysely";
import { type Reader, readRows } from "#server/kit/database/database.ts";

/** A chat in which a fan has not read something, from the message `first_id` on, which was sent at `first_at`. */
export type MissedChat = {
  chat_id: number;
  fan_id: number;
  model_id: number;
  first_id: number;
  first_at: Date;
};

/** The chats among these in which something waits for the fan; with `lock` nobody reads on in them meanwhile. */
export function missedChats(
  reader: Reader,
  chatIds: readonly number[],
  { lock = false }: { lock?: boolean } = {},
): Promise<MissedChat[]> {
  return readRows(
    reader,
    sql<MissedChat>`
      select chat.id as chat_id, chat.fan_id, chat.model_id, first.id as first_id, first.sent_at as first_at
      from (
        select * from messaging.chat
        where id = any (${chatIds}::bigint[]) and fan_unread > 0 and fan_hidden_at is null
        order by id ${lock ? sql`for share` : sql``}) as chat
      cross join lateral (
        select id, sent_at from messaging.message as m
        where m.chat_id = chat.id and m.author = 'model' and m.id > chat.fan_read_to
        order by m.id limit 1) as first`,
  );
}

/** The chats among these in which nothing waits for the fan any more. */
export function chatsReadThrough(
  reader: Reader,
  chatIds: readonly number[],
): Promise<{ id: number; fan_id: number }[]> {
  return readRows(
    reader,
    sql<{ id: number; fan_id: number }>`
      select id, fan_id from messaging.chat
      where id = any (${chatIds}::bigint[]) and (fan_unread = 0 or fan_hidden_at is not null)`,
  );
}

/** The chats of these fans with the model of a message to many. */
export async function chatsOfMass(
  reader: Reader,
  massMessageId: number,
  fanIds: readonly number[],
): Promise<number[]> {
  const rows = await readRows(
    reader,
    sql<{ id: number }>`
      select chat.id from messaging.chat as chat
      join messaging.mass_message as mass on mass.model_id = chat.model_id
      where mass.id = ${massMessageId} and chat.fan_id = any (${fanIds}::bigint[])`,
  );
  return rows.map(({ id }) => id);
}
