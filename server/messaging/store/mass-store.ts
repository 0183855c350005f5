import { type Insertable, type Selectable, sql } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import type { MessagingTables } from "./tables.ts";

export type MassMessageRow = Selectable<MessagingTables["messaging.mass_message"]>;

export const massMessagesPerPage = 20;

const read = (reader: Reader) => reader.$extendTables<MessagingTables>();

/** Writes down a message to many; null when its maker's page has sent it before. */
export async function insertMassMessage(
  tx: Tx,
  mass: Insertable<MessagingTables["messaging.mass_message"]>,
): Promise<MassMessageRow | null> {
  const row = await tx
    .$extendTables<MessagingTables>()
    .insertInto("messaging.mass_message")
    .values(mass)
    .onConflict((conflict) => conflict.columns(["model_id", "client_id"]).doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** The message to many that a model's page calls `clientId`, or undefined. */
export function massByClientId(
  reader: Reader,
  modelId: number,
  clientId: string,
): Promise<MassMessageRow | undefined> {
  return read(reader)
    .selectFrom("messaging.mass_message")
    .selectAll()
    .where("model_id", "=", modelId)
    .where("client_id", "=", clientId)
    .executeTakeFirst();
}

/** How many messages to many a model has sent since an instant. */
export async function massSince(reader: Reader, modelId: number, since: Date): Promise<number> {
  const row = await read(reader)
    .selectFrom("messaging.mass_message")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("model_id", "=", modelId)
    .where("sent_at", ">", since)
    .executeTakeFirstOrThrow();
  return row.n;
}

/** One page of a model's messages to many, newest first, and how many there are. */
export async function massPage(reader: Reader, modelId: number, page: number) {
  const rows = await read(reader)
    .selectFrom("messaging.mass_message")
    .selectAll()
    .select((eb) => eb.fn.countAll<number>().over().as("total"))
    .where("model_id", "=", modelId)
    .orderBy("id", "desc")
    .limit(massMessagesPerPage)
    .offset((page - 1) * massMessagesPerPage)
    .execute();
  return { rows, total: rows[0]?.total ?? 0 };
}

/** A message to many, or undefined. */
export function massById(reader: Reader, id: number): Promise<MassMessageRow | undefined> {
  return read(reader)
    .selectFrom("messaging.mass_message")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The chats of a model with these fans. */
export async function chatsWith(reader: Reader, modelId: number, fans: readonly number[]): Promise<number[]> {
  const rows = await readRows(
    reader,
    sql<{ id: number }>`
      select id from messaging.chat where model_id = ${modelId} and fan_id = any (${fans}::bigint[]) order by id`,
  );
  return rows.map(({ id }) => id);
}

/** Writes a message to many into these chats; answers the numbers of its copies. */
export async function insertCopies(
  tx: Tx,
  mass: MassMessageRow,
  chats: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into messaging.message (chat_id, author, type, body, mass_message_id, sent_at, updated_at)
    select chat_id, 'model', 'text', ${mass.body}, ${mass.id}, ${mass.sent_at}, ${mass.sent_at}
    from unnest(${chats}::bigint[]) as chat_id
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Takes a message to many back from every chat; answers whose chats they were. Null when it was taken back before. */
export async function recallCopies(tx: Tx, id: number, at: Date): Promise<number[] | null> {
  const marked = await tx
    .$extendTables<MessagingTables>()
    .updateTable("messaging.mass_message")
    .set({ taken_back_at: at })
    .where("id", "=", id)
    .where("taken_back_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (!marked) return null;
  const { rows } = await sql<{ fan_id: number }>`
    delete from messaging.message as message using messaging.chat as chat
    where message.mass_message_id = ${id} and chat.id = message.chat_id
    returning chat.fan_id`.execute(tx);
  return rows.map(({ fan_id }) => fan_id);
}
