import { type Insertable, type Selectable, sql } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import type { ShowTables } from "./tables.ts";

export type ShowRequestRow = Selectable<ShowTables["live.show_request"]>;
export type NewShowRequest = Insertable<ShowTables["live.show_request"]>;

const read = (reader: Reader) => reader.$extendTables<ShowTables>();
const write = (tx: Tx) => tx.$extendTables<ShowTables>();

/** Adds a request. Undefined while another one of the same fan and model waits for its answer, or has the same key. */
export async function insertRequest(tx: Tx, request: NewShowRequest): Promise<ShowRequestRow | undefined> {
  await sql`
    update live.show_request set state = 'expired'
     where fan_id = ${request.fan_id} and model_id = ${request.model_id} and state = 'asked'
       and expires_at <= ${request.asked_at}`.execute(tx);
  return write(tx)
    .insertInto("live.show_request")
    .values(request)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** The request that a fan made with this id of theirs. */
export function requestByKey(reader: Reader, fanId: number, key: string) {
  return read(reader)
    .selectFrom("live.show_request")
    .selectAll()
    .where("fan_id", "=", fanId)
    .where("key", "=", key)
    .executeTakeFirst();
}

/** A request or an invitation. */
export function requestById(reader: Reader, id: number): Promise<ShowRequestRow | undefined> {
  return read(reader).selectFrom("live.show_request").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The request, locked until the commit. */
export function lockRequest(tx: Tx, id: number): Promise<ShowRequestRow | undefined> {
  return write(tx)
    .selectFrom("live.show_request")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/** A fan's requests and invitations that nobody has answered yet, the oldest first. */
export function requestsOfFan(reader: Reader, fanId: number, now: Date): Promise<ShowRequestRow[]> {
  return read(reader)
    .selectFrom("live.show_request")
    .selectAll()
    .where("fan_id", "=", fanId)
    .where("state", "=", "asked")
    .where("expires_at", ">", now)
    .orderBy("id")
    .limit(100)
    .execute();
}

/** The requests that wait for a model's answer, the oldest first. */
export function requestsToModel(reader: Reader, modelId: number, now: Date): Promise<ShowRequestRow[]> {
  return read(reader)
    .selectFrom("live.show_request")
    .selectAll()
    .where("model_id", "=", modelId)
    .where("asked_by", "=", "fan")
    .where("state", "=", "asked")
    .where("expires_at", ">", now)
    .orderBy("id")
    .limit(100)
    .execute();
}

/** Every request and invitation that nobody has answered, those whose time is over included. */
export function openRequests(reader: Reader): Promise<Pick<ShowRequestRow, "id" | "expires_at">[]> {
  return read(reader)
    .selectFrom("live.show_request")
    .select(["id", "expires_at"])
    .where("state", "=", "asked")
    .execute();
}

/** Answers a request that is still asked; false when it is not. */
export async function closeRequest(
  tx: Tx,
  id: number,
  answer: Pick<ShowRequestRow, "state"> & Partial<Pick<ShowRequestRow, "reason" | "participant_id">>,
): Promise<boolean> {
  const closed = await write(tx)
    .updateTable("live.show_request")
    .set(answer)
    .where("id", "=", id)
    .where("state", "=", "asked")
    .executeTakeFirst();
  return closed.numUpdatedRows > 0n;
}

/** Withdraws what a fan has asked for and is invited to and nobody has answered; answers which these were. */
export async function withdrawAllOf(tx: Tx, fanId: number): Promise<number[]> {
  const withdrawn = await write(tx)
    .updateTable("live.show_request")
    .set({ state: "withdrawn" })
    .where("fan_id", "=", fanId)
    .where("state", "=", "asked")
    .returning("id")
    .execute();
  return withdrawn.map(({ id }) => id);
}

/**
 * Closes everything that waits between a model and any fan: a request is declined, an invitation withdrawn. Expired
 * requests are left to expire. Answers the closed ones.
 */
export async function closeAllOfModel(
  tx: Tx,
  modelId: number,
  { reason, now }: { reason: string; now: Date },
): Promise<number[]> {
  const closed = sql<{ id: number }>`
    update live.show_request
       set state = case asked_by when 'fan' then 'declined' else 'withdrawn' end, reason = ${reason}
     where model_id = ${modelId} and state = 'asked' and expires_at > ${now}
    returning id`;
  return (await closed.execute(tx)).rows.map(({ id }) => Number(id));
}

/** Keeps the limits that a fan sets when they accept an invitation. */
export async function setCaps(
  tx: Tx,
  id: number,
  caps: Pick<ShowRequestRow, "cap_tokens" | "cap_s">,
): Promise<void> {
  await write(tx)
    .updateTable("live.show_request")
    .set(caps)
    .where("id", "=", id)
    .where("state", "=", "asked")
    .execute();
}

/**
 * The fans among these whom a model knows: by a tip with their name, or by a show of their own. No anonymous tip and no
 * spying counts.
 */
export async function knownFans(
  reader: Reader,
  modelId: number,
  fans: readonly number[],
): Promise<Set<number>> {
  const known = sql<{ id: number }>`
    select id from unnest(${[...fans]}::bigint[]) as fan (id)
    where exists (select from live.tip where model_id = ${modelId} and fan_id = fan.id and not anonymous)
       or exists (
         select from live.participant where model_id = ${modelId} and fan_id = fan.id and role <> 'spy')`;
  return new Set((await readRows(reader, known)).map(({ id }) => Number(id)));
}
