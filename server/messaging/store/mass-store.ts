import { type Insertable, type Selectable, sql } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { pageWithTotal } from "#server/kit/database/page-with-total.ts";
import type { MessagingTables } from "./tables.ts";

export type MassMessageRow = Selectable<MessagingTables["messaging.mass_message"]>;
export type Audience = MassMessageRow["audience"];

export const massMessagesPerPage = 20;

const read = (reader: Reader) => reader.$extendTables<MessagingTables>();
const messages = (reader: Reader) => read(reader).selectFrom("messaging.mass_message").selectAll();

/** Lets one order of this model at a time be decided, until the transaction ends. */
export async function lockModel(tx: Tx, modelId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`messaging.mass.${modelId}`}, 0))`.execute(tx);
}

/** Writes down a message to many. */
export function insertMassMessage(
  tx: Tx,
  mass: Insertable<MessagingTables["messaging.mass_message"]>,
): Promise<MassMessageRow> {
  return tx
    .$extendTables<MessagingTables>()
    .insertInto("messaging.mass_message")
    .values(mass)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The message to many that a model's page calls `clientId`, or undefined. */
export function massByClientId(
  reader: Reader,
  modelId: number,
  clientId: string,
): Promise<MassMessageRow | undefined> {
  return messages(reader)
    .where("model_id", "=", modelId)
    .where("client_id", "=", clientId)
    .executeTakeFirst();
}

/** A message to many, or undefined. */
export function massById(reader: Reader, id: number): Promise<MassMessageRow | undefined> {
  return messages(reader).where("id", "=", id).executeTakeFirst();
}

/** A message to many that nobody else changes or delivers until the transaction ends. */
export function lockMass(tx: Tx, id: number): Promise<MassMessageRow | undefined> {
  return messages(tx).where("id", "=", id).forNoKeyUpdate().executeTakeFirst();
}

/** A model's welcome that stands now, locked as {@link lockMass} does. */
export function lockWelcome(tx: Tx, modelId: number): Promise<MassMessageRow | undefined> {
  return messages(tx)
    .where("model_id", "=", modelId)
    .where("audience", "=", "new_subscribers")
    .where("finished_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The message to many that a picture or video waits for, or undefined. */
export function massOfMedia(reader: Reader, mediaId: number): Promise<MassMessageRow | undefined> {
  return messages(reader).where("media_id", "=", mediaId).executeTakeFirst();
}

/** The numbers of those that are due at `now` and have not gone out to everybody, and of the welcomes that stand. */
export async function unfinishedMass(reader: Reader, now: Date): Promise<number[]> {
  const rows = await read(reader)
    .selectFrom("messaging.mass_message")
    .select("id")
    .where("finished_at", "is", null)
    .where("taken_back_at", "is", null)
    .where("due_at", "<=", now)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * The number of messages of a model that go out within so many milliseconds before or after an instant; welcomes are
 * counted among themselves. Messages that were taken back before they began do not count.
 */
export async function massAround(
  reader: Reader,
  modelId: number,
  { at, ms, welcomes }: { at: Date; ms: number; welcomes: boolean },
): Promise<number> {
  const row = await read(reader)
    .selectFrom("messaging.mass_message")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("model_id", "=", modelId)
    .where("audience", welcomes ? "=" : "<>", "new_subscribers")
    .where("due_at", ">", new Date(at.getTime() - ms))
    .where("due_at", "<", new Date(at.getTime() + ms))
    .where((is) => is.or([is("taken_back_at", "is", null), is("started_at", "is not", null)]))
    .executeTakeFirstOrThrow();
  return row.n;
}

/** One page of a model's messages to many, the welcome that stands first, then the newest, and how many there are. */
export function massPage(reader: Reader, modelId: number, page: number) {
  return pageWithTotal((page - 1) * massMessagesPerPage, (offset) =>
    messages(reader)
      .select((eb) => eb.fn.countAll<number>().over().as("total"))
      .where("model_id", "=", modelId)
      .orderBy(sql`audience = 'new_subscribers' and finished_at is null`, "desc")
      .orderBy("id", "desc")
      .limit(massMessagesPerPage)
      .offset(offset)
      .execute(),
  );
}

type Change = Partial<
  Pick<MassMessageRow, "recipients" | "started_at" | "finished_at" | "failure" | "taken_back_at">
>;

/** Changes how far a message to many has come. */
export function updateMass(tx: Tx, id: number, change: Change): Promise<MassMessageRow> {
  return tx
    .$extendTables<MessagingTables>()
    .updateTable("messaging.mass_message")
    .set(change)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
