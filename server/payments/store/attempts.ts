import { sql } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import type { CardDetails } from "../rules/card.ts";
import { inFlightMs, lookBackMs, type NewcomersTries, type OwnTries } from "../rules/carding.ts";
import { inPayments, readPayments } from "./tables.ts";

export type Attempt = {
  intentId: string;
  fanId: number;
  addressBlock: string;
  /** Was the fan a newcomer when they tried? */
  newcomer: boolean;
  at: Date;
};

const before = (at: Date, ms: number) => new Date(at.getTime() - ms);

/** One fan's recent tries, as of `at`. */
export async function ownTries(reader: Reader, fanId: number, at: Date): Promise<OwnTries> {
  const query = sql<{ [Kind in keyof OwnTries]: Date[] | null }>`
    with tried as (
      select attempt.at, attempt.outcome, intent.state
        from payments.attempt join payments.intent on intent.id = attempt.intent_id
       where attempt.fan_id = ${fanId} and attempt.at > ${before(at, lookBackMs.declines)} and attempt.at <= ${at}
    )
    select
      array_agg(at) filter (where at > ${before(at, lookBackMs.payments)}) as payments,
      array_agg(at) filter (where outcome = 'declined') as declines,
      array_agg(at) filter (where state in ('created', 'submitting') and at > ${before(at, inFlightMs)}) as "inFlight"
    from tried`;
  const [tries] = await readRows(reader, query);
  return {
    payments: tries?.payments ?? [],
    declines: tries?.declines ?? [],
    inFlight: tries?.inFlight ?? [],
  };
}

/**
 * When each of the fan's other cards was tried last, within a day. Cards are distinguished by what a receipt shows of them:
 * nothing more is stored.
 */
export async function otherCards(
  reader: Reader,
  fanId: number,
  { bin, last4 }: CardDetails,
  at: Date,
): Promise<Date[]> {
  const rows = await readPayments(reader)
    .selectFrom("payments.intent")
    .select((eb) => eb.fn.max("created_at").as("last"))
    .where("fan_id", "=", fanId)
    .where("created_at", ">", before(at, lookBackMs.cards))
    .where("created_at", "<=", at)
    .where("card_last4", "is not", null)
    .where((eb) => eb.or([eb("card_last4", "<>", last4), eb("card_bin", "is distinct from", bin)]))
    .groupBy(["card_bin", "card_last4"])
    .execute();
  return rows.map(({ last }) => last);
}

/** Newcomers' recent tries, as of `at`: at this address block within an hour, everywhere within `minutes`. */
export async function newcomersTries(
  reader: Reader,
  addressBlock: string,
  minutes: number,
  at: Date,
): Promise<NewcomersTries> {
  const query = sql<NewcomersTries>`
    select
      (select count(*) from payments.attempt
        where address_block = ${addressBlock} and newcomer and outcome = 'declined'
          and at > ${before(at, lookBackMs.addressDeclines)} and at <= ${at}) as "declinesAtAddress",
      count(*) as decided,
      count(*) filter (where outcome = 'declined') as declined
    from payments.attempt
    where newcomer and outcome in ('approved', 'declined')
      and at > ${before(at, minutes * 60_000)} and at <= ${at}`;
  const [tries] = await readRows(reader, query);
  if (!tries) throw new Error("counting tries gave no row");
  return tries;
}

/** Notes a try whose outcome is open. */
export async function insertAttempt(tx: Tx, attempt: Attempt): Promise<void> {
  await inPayments(tx)
    .insertInto("payments.attempt")
    .values({
      intent_id: attempt.intentId,
      fan_id: attempt.fanId,
      address_block: attempt.addressBlock,
      newcomer: attempt.newcomer,
      at: attempt.at,
    })
    .execute();
}

/** Notes how a try ended. */
export async function closeAttempt(
  tx: Tx,
  intentId: string,
  outcome: "approved" | "declined" | "abandoned",
): Promise<void> {
  await inPayments(tx)
    .updateTable("payments.attempt")
    .set({ outcome })
    .where("intent_id", "=", intentId)
    .execute();
}

/** Deletes attempts that no limit counts any more. */
export async function forgetOldAttempts(tx: Tx, olderThan: Date): Promise<void> {
  await inPayments(tx).deleteFrom("payments.attempt").where("at", "<", olderThan).execute();
}
