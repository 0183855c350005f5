import { sql } from "kysely";
import { type Reader, readRows } from "#server/kit/database/database.ts";

const chatsRead = 20;
const messagesRead = 30;

/**
 * Seconds from what fans wrote to the model's reply, in the latest messages of the model's latest chats: from the first of
 * several in a row, and to words for that fan alone.
 */
export async function replySeconds(reader: Reader, modelId: number): Promise<number[]> {
  const rows = await readRows(
    reader,
    sql<{ seconds: number }>`
      select extract(epoch from replied_at - sent_at)::float8 as seconds
      from (select id from messaging.chat where model_id = ${modelId}
            order by active_at desc, id desc limit ${chatsRead}) as chat,
        lateral (
          select author, sent_at,
            lag(author) over (order by id) as author_before,
            min(sent_at) filter (where author = 'model')
              over (order by id rows between 1 following and unbounded following) as replied_at
          from (select id, author, sent_at from messaging.message
                where chat_id = chat.id and mass_message_id is null
                order by id desc limit ${messagesRead}) as latest) as message
      where author = 'fan' and author_before is distinct from 'fan' and replied_at is not null`,
  );
  return rows.map(({ seconds }) => seconds);
}
