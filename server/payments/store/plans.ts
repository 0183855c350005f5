import type { Selectable } from "kysely";
import type { Reader, Tx } from "#server/kit/database/database.ts";
import { boughtStates } from "../rules/promo.ts";
import type { IntentState } from "../rules/states.ts";
import { inPayments, type PaymentTables, readPayments } from "./tables.ts";

export type PackageRow = Selectable<PaymentTables["payments.token_package"]>;
export type OfferRow = Selectable<PaymentTables["payments.promo_offer"]>;

/** The packages on sale, in the order of the list. */
export async function activePackages(reader: Reader): Promise<PackageRow[]> {
  return readPayments(reader)
    .selectFrom("payments.token_package")
    .selectAll()
    .where("active", "=", true)
    .orderBy("position")
    .limit(50)
    .execute();
}

export async function activePackage(reader: Reader, id: number): Promise<PackageRow | undefined> {
  return readPayments(reader)
    .selectFrom("payments.token_package")
    .selectAll()
    .where("id", "=", id)
    .where("active", "=", true)
    .executeTakeFirst();
}

/** The offer that has not ended and that this fan has not bought, if any. */
export async function openOffer(reader: Reader, fanId: number, now: Date): Promise<OfferRow | undefined> {
  return readPayments(reader)
    .selectFrom("payments.promo_offer")
    .selectAll()
    .where("fan_id", "=", fanId)
    .where("expires_at", ">", now)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("payments.intent")
            .select("id")
            .whereRef("held_offer_id", "=", "payments.promo_offer.id")
            .where("state", "in", boughtStates),
        ),
      ),
    )
    .orderBy("expires_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The offer with this id, if it was made to this fan and has not ended. */
export async function openOfferById(
  reader: Reader,
  id: number,
  fanId: number,
  now: Date,
): Promise<OfferRow | undefined> {
  return readPayments(reader)
    .selectFrom("payments.promo_offer")
    .selectAll()
    .where("id", "=", id)
    .where("fan_id", "=", fanId)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** The state of the payment that holds this offer, or undefined while nobody has taken it. */
export async function holderOfOffer(reader: Reader, offerId: number): Promise<IntentState | undefined> {
  const holder = await readPayments(reader)
    .selectFrom("payments.intent")
    .select("state")
    .where("held_offer_id", "=", offerId)
    .executeTakeFirst();
  return holder?.state;
}

export type NewOffer = Omit<OfferRow, "id">;

/** Stores the offer of the day unless the fan already had one, and answers the one that counts. */
export async function keepOffer(tx: Tx, offer: NewOffer): Promise<OfferRow> {
  const payments = inPayments(tx);
  await payments
    .insertInto("payments.promo_offer")
    .values(offer)
    .onConflict((conflict) => conflict.columns(["fan_id", "day"]).doNothing())
    .execute();
  return payments
    .selectFrom("payments.promo_offer")
    .selectAll()
    .where("fan_id", "=", offer.fan_id)
    .where("day", "=", offer.day)
    .executeTakeFirstOrThrow();
}

/** Was this fan already made an offer on this UTC day? */
export async function offerOfDay(reader: Reader, fanId: number, day: string): Promise<OfferRow | undefined> {
  return readPayments(reader)
    .selectFrom("payments.promo_offer")
    .selectAll()
    .where("fan_id", "=", fanId)
    .where("day", "=", day)
    .executeTakeFirst();
}
