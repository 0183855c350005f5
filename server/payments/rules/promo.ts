import { pick, type Random } from "#server/kit/random.ts";
import type { IntentState } from "./states.ts";

/** States of a payment that has bought its offer, whatever became of the money later. */
export const boughtStates = ["succeeded", "refunded", "charged_back", "chargeback_reversed"] as const;

/** Whether a payment in this state has bought its offer. */
export function isBought(holder: IntentState | undefined): boolean {
  return boughtStates.some((state) => state === holder);
}

/** The two lengths of the countdown, in seconds. */
export const promoDurationsSeconds = [720, 900] as const;

/** True on days whose number in the UTC month is not a multiple of 4. */
export function isPromoDay(at: Date): boolean {
  return at.getUTCDate() % 4 !== 0;
}

/** The UTC day as `YYYY-MM-DD`. */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** The end of an offer first seen at `seenAt`: 720 or 900 seconds later, drawn by lot. */
export function promoEnd(seenAt: Date, random: Random): Date {
  return new Date(seenAt.getTime() + pick(random, promoDurationsSeconds) * 1000);
}
