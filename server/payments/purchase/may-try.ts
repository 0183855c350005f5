import type { Reader, Tx } from "#server/kit/database/database.ts";
import { addressBlock } from "#server/kit/http/limits.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { PaymentSource } from "../gateways/gateway.ts";
import type { PaymentsNeeds } from "../needs.ts";
import { cardSummary } from "../rules/card.ts";
import {
  isUnderAttack,
  nextCardAt,
  nextSlowTryAt,
  nextTryAt,
  type OwnTries,
  secondsUntil,
} from "../rules/carding.ts";
import { newcomersTries, otherCards, ownTries } from "../store/attempts.ts";
import { hasPaid } from "../store/intents.ts";

/** Somebody who is about to pay; `canChallenge`: their bank can be asked for a confirmation. */
export type Trier = { fanId: number; address: string; source: PaymentSource; canChallenge: boolean };

export type TryRefusal =
  | { code: "too_many_payments" | "too_many_cards" | "payments_slowed"; retryAfterSeconds: number }
  | { code: "email_unconfirmed" };

/** `challenge`: the bank has to be asked for the cardholder's confirmation. */
export type Admitted = { newcomer: boolean; challenge: boolean };

/**
 * May this fan pay so now? Limits count the fan's own tries only. Tries of strangers weigh on newcomers alone, and
 * shut nobody out: a newcomer's bank is asked for a confirmation (3-D Secure) where the gateway can do that;
 * elsewhere newcomers confirm their email and wait a minute between tries.
 */
export async function mayTry(
  needs: PaymentsNeeds,
  tx: Tx,
  trier: Trier,
  now: Date,
): Promise<Result<Admitted, TryRefusal>> {
  const { limits } = needs.config;
  const tries = await ownTries(tx, trier.fanId, now);
  const next = nextTryAt(tries, limits, now);
  if (next) return refuse({ code: "too_many_payments", retryAfterSeconds: secondsUntil(next, now) });
  // The gateway's own page protects cards from being tried out by itself.
  if (trier.source.kind === "regional" || trier.source.kind === "form")
    return ok({ newcomer: false, challenge: false });
  const nextCard = nextCardAt(await cardsBeside(tx, trier, now), limits, now);
  if (nextCard) return refuse({ code: "too_many_cards", retryAfterSeconds: secondsUntil(nextCard, now) });
  return admitNewcomer(needs, tx, trier, tries, now);
}

/** Seconds until this fan may try again with a card used before, or null when at once. */
export async function secondsToWait(
  needs: PaymentsNeeds,
  reader: Reader,
  fanId: number,
): Promise<number | null> {
  const now = needs.clock.now();
  const next = nextTryAt(await ownTries(reader, fanId, now), needs.config.limits, now);
  return next && secondsUntil(next, now);
}

/** A token hides its card until the gateway has named it, so it is counted only afterwards. */
async function cardsBeside(tx: Tx, { fanId, source }: Trier, now: Date): Promise<Date[]> {
  return source.kind === "card" ? otherCards(tx, fanId, cardSummary(source.number), now) : [];
}

async function admitNewcomer(
  needs: PaymentsNeeds,
  tx: Tx,
  { fanId, address, canChallenge }: Trier,
  tries: OwnTries,
  now: Date,
): Promise<Result<Admitted, TryRefusal>> {
  const { limits } = needs.config;
  const payer = await needs.accounts.byId(tx, fanId);
  if (!payer) throw new Error(`fan ${fanId} is gone`);
  const ageMs = now.getTime() - payer.created_at.getTime();
  const newcomer = ageMs < limits.newcomerDays * 86_400_000 && !(await hasPaid(tx, fanId));
  if (!newcomer) return ok({ newcomer, challenge: false });
  const theirs = await newcomersTries(tx, addressBlock(address), limits.newcomerMinutes, now);
  if (!isUnderAttack(theirs, limits)) return ok({ newcomer, challenge: false });
  if (canChallenge) return ok({ newcomer, challenge: true });
  if (payer.validation !== "confirmed") return refuse({ code: "email_unconfirmed" });
  const next = nextSlowTryAt(tries, limits, now);
  if (next) return refuse({ code: "payments_slowed", retryAfterSeconds: secondsUntil(next, now) });
  return ok({ newcomer, challenge: false });
}
