import { sql } from "kysely";
import { type Reader, readRows, type Tx } from "#server/kit/database/database.ts";
import type { Tries } from "../rules/carding.ts";
import { inPayments } from "./tables.ts";

export type Attempt = {
  intentId: string;
  fanId: number;
  addressBlock: string;
  fingerprint: Buffer | null;
  at: Date;
};

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A try that has had no answer for this long is no longer in flight. */
const inFlightMs = 60_000;

/** Counts what the limits are about, as of `at`. */
export async function countTries(reader: Reader, attempt: Attempt, breakerMinutes: number): Promise<Tries> {
  const since = (ms: number) => new Date(attempt.at.getTime() - ms);
  const { fanId, addressBlock, fingerprint, at } = attempt;
  const query = sql<Tries>`
    with of_fan as (
      select at, card_fingerprint,
             outcome = 'declined' or (outcome = 'open' and at > ${since(inFlightMs)}) as counts
        from payments.attempt where fan_id = ${fanId} and at > ${since(dayMs)} and at <= ${at}
    ), lately as (
      select outcome from payments.attempt
       where at > ${since(breakerMinutes * 60_000)} and at <= ${at} and outcome in ('approved', 'declined')
    )
    select
      (select count(*) from of_fan where at > ${since(hourMs)}) as "paymentsOfFanLastHour",
      (select count(*) from of_fan where counts and at > ${since(hourMs)}) as "declinesOfFanLastHour",
      (select count(*) from of_fan where counts) as "declinesOfFanLastDay",
      (select count(*) from payments.attempt
        where address_block = ${addressBlock} and outcome = 'declined' and at > ${since(hourMs)}
          and at <= ${at}) as "declinesOfAddressLastHour",
      (select count(distinct card_fingerprint) from of_fan
        where card_fingerprint is distinct from ${fingerprint}::bytea
          and ${fingerprint}::bytea is not null) as "otherCardsOfFanLastDay",
      (select count(*) from lately) as "decidedLastMinutes",
      (select count(*) from lately where outcome = 'declined') as "declinedLastMinutes"`;
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
      card_fingerprint: attempt.fingerprint,
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

/** Forgets tries, and with them the fingerprints, that no limit looks at any more. */
export async function forgetOldAttempts(tx: Tx, before: Date): Promise<void> {
  await inPayments(tx).deleteFrom("payments.attempt").where("at", "<", before).execute();
}
