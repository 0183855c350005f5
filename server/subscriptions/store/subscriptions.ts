import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { Language } from "#contract/common.ts";
import { termDays } from "#contract/subscription-terms.ts";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { pageWithTotal } from "#server/kit/database/page-with-total.ts";
import { insertAgreement } from "./agreements.ts";
import {
  inSubscriptions,
  readSubscriptions,
  type StepKind,
  type StepSource,
  type SubscriptionTables,
} from "./tables.ts";

type Table = SubscriptionTables["subscriptions.subscription"];
export type SubscriptionRow = Selectable<Table>;
export type NewSubscription = Insertable<Table>;
/** The text that a fan read before agreeing, in their language. */
export type Consent = { language: Language; text: string };
export type Changes = Updateable<Table>;
/** A subscription that was paid at least once. */
export type PaidRow = SubscriptionRow & { started_at: Date; expire_at: Date };
export type Step = { kind: StepKind; source: StepSource; at: Date; transactionId?: string };

/** Serialises the requests of one fan. */
export async function lockFan(tx: Tx, fanId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`subscriptions.fan.${fanId}`}, 0))`.execute(tx);
}

/** Stores a request to subscribe, state `pending`, with the words that were agreed to. */
export async function insertSubscription(
  tx: Tx,
  row: NewSubscription,
  consent: Consent,
  source: StepSource,
): Promise<SubscriptionRow> {
  const inserted = await inSubscriptions(tx)
    .insertInto("subscriptions.subscription")
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { id: subscription_id, price_cents, currency, free_tokens, offer_id, months } = inserted;
  const { terms_version, accepted_at, accepted_address } = inserted;
  await insertAgreement(tx, {
    ...{ subscription_id, price_cents, currency, free_tokens, offer_id, period_days: termDays(months) },
    ...{ terms_version, accepted_at, accepted_address },
    ...consent,
  });
  await addStep(tx, inserted.id, { kind: "ordered", source, at: inserted.created_at });
  return inserted;
}

/** Changes a locked subscription. The database refuses what may not follow. */
export function change(tx: Tx, id: number, changes: Changes, at: Date): Promise<SubscriptionRow> {
  return inSubscriptions(tx)
    .updateTable("subscriptions.subscription")
    .set({ ...changes, updated_at: at })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stores a report about a subscription, or a command. */
export async function addStep(tx: Tx, id: number, { transactionId, ...step }: Step): Promise<void> {
  await inSubscriptions(tx)
    .insertInto("subscriptions.step")
    .values({ subscription_id: id, ...step, transaction_id: transactionId ?? null })
    .execute();
}

export type StepRow = Selectable<SubscriptionTables["subscriptions.step"]>;

/** All reports about a subscription and its commands, in the order they were stored. */
export function stepsOf(tx: Tx, id: number): Promise<StepRow[]> {
  return inSubscriptions(tx)
    .selectFrom("subscriptions.step")
    .selectAll()
    .where("subscription_id", "=", id)
    .orderBy("id")
    .execute();
}

const locked = (tx: Tx) =>
  inSubscriptions(tx).selectFrom("subscriptions.subscription").selectAll().forUpdate();

/** Reads a subscription and keeps everybody else from changing it until the transaction ends. */
export function lockById(tx: Tx, id: number): Promise<SubscriptionRow | undefined> {
  return locked(tx).where("id", "=", id).executeTakeFirst();
}

export function lockByReference(tx: Tx, reference: string): Promise<SubscriptionRow | undefined> {
  return locked(tx).where("reference", "=", reference).executeTakeFirst();
}

/**
 * This fan's open subscriptions to this model: those that are paid and run at `now`, those that a gateway may still
 * renew though their time has passed, and those that wait for their payment.
 */
export function lockOpen(tx: Tx, fanId: number, modelId: number, now: Date): Promise<SubscriptionRow[]> {
  return locked(tx)
    .where("fan_id", "=", fanId)
    .where("model_id", "=", modelId)
    .where((is) =>
      is.or([
        is("state", "=", "pending"),
        is.and([is("state", "=", "running"), is.or([is("expire_at", ">", now), is("renews", "=", true)])]),
      ]),
    )
    .orderBy("id")
    .execute();
}

const paid = (reader: Reader) =>
  readSubscriptions(reader)
    .selectFrom("subscriptions.subscription")
    .selectAll()
    .where("state", "in", ["running", "ended"])
    .$narrowType<{ started_at: Date; expire_at: Date }>();

export const pageSize = 20;

/** One page of what a fan has paid for: what runs longest first. */
export function pageOfFan(
  reader: Reader,
  fanId: number,
  page: number,
): Promise<{ rows: PaidRow[]; total: number }> {
  return pageWithTotal((page - 1) * pageSize, (offset) =>
    paid(reader)
      .select((eb) => eb.fn.countAll<number>().over().as("total"))
      .where("fan_id", "=", fanId)
      .orderBy("expire_at", "desc")
      .orderBy("id", "desc")
      .limit(pageSize)
      .offset(offset)
      .execute(),
  );
}

/** A fan's last payment to a model. */
export function latestWith(reader: Reader, fanId: number, modelId: number): Promise<PaidRow | undefined> {
  return paid(reader)
    .where("fan_id", "=", fanId)
    .where("model_id", "=", modelId)
    .orderBy("expire_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The fan's subscriptions that run at `now`, end before `until` and are not renewed; the next end first. */
export function endingOf(reader: Reader, fanId: number, now: Date, until: Date): Promise<PaidRow[]> {
  return paid(reader)
    .where("fan_id", "=", fanId)
    .where("state", "=", "running")
    .where("renews", "=", false)
    .where("expire_at", ">", now)
    .where("expire_at", "<=", until)
    .orderBy("expire_at")
    .limit(20)
    .execute();
}

/** Every subscription of a fan for the export, whatever became of it. */
export function allOfFan(reader: Reader, fanId: number, limit: number): Promise<SubscriptionRow[]> {
  return readSubscriptions(reader)
    .selectFrom("subscriptions.subscription")
    .selectAll()
    .where("fan_id", "=", fanId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** The fan of the subscription with this reference. */
export async function ownerOf(reader: Reader, reference: string): Promise<number | undefined> {
  const row = await readSubscriptions(reader)
    .selectFrom("subscriptions.subscription")
    .select("fan_id")
    .where("reference", "=", reference)
    .executeTakeFirst();
  return row?.fan_id;
}

/** The id of the subscription with this reference. */
export async function idOfReference(reader: Reader, reference: string): Promise<number | undefined> {
  const row = await readSubscriptions(reader)
    .selectFrom("subscriptions.subscription")
    .select("id")
    .where("reference", "=", reference)
    .executeTakeFirst();
  return row?.id;
}

export type RequestRow = Selectable<SubscriptionTables["subscriptions.request"]>;

/** The request that a fan sent before under this idempotency key. */
export function requestOfKey(tx: Tx, fanId: number, key: string): Promise<RequestRow | undefined> {
  return inSubscriptions(tx)
    .selectFrom("subscriptions.request")
    .selectAll()
    .where("fan_id", "=", fanId)
    .where("key", "=", key)
    .executeTakeFirst();
}

export async function storeRequest(tx: Tx, request: RequestRow): Promise<void> {
  await inSubscriptions(tx).insertInto("subscriptions.request").values(request).execute();
}
