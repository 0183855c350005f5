import { type TermMonths, termDays } from "#contract/subscription-terms.ts";

const hourMs = 3_600_000;

/** The time that one payment of a subscription of so many months buys. */
export const periodMs = (months: TermMonths): number => termDays(months) * 24 * hourMs;
/** A form that nobody paid for this long is given up; its payment may still come. */
export const formMaxMs = 25 * 60_000;
/** A request that asks the gateway for a form keeps others from asking for this long. */
export const formAskMaxMs = 12_000;
/** Notices name no time. Reported within this long of each other they may have come in any order, else they did not. */
export const reorderMaxMs = 24 * hourMs;
/** A gateway's report that renewal is off, this soon after the fan switched it on, is about the time before. */
export const reenabledGraceMs = hourMs;
/** A subscription that is not renewed is shown as ending for this long before its end. */
export const endingMs = 72 * hourMs;
/** Mastercard's rules for subscriptions ask for a mail at least 7 days before a renewal for so many months or more. */
export const longTermMonths = 6;
/** The mail before a renewal comes this long before it. */
export const reminderMs = (months: TermMonths): number => (months >= longTermMonths ? 8 * 24 : 72) * hourMs;
/** A new price is asked for no later than this before the renewal that it is about. */
export const priceNoticeMs = 7 * 24 * hourMs;
/** A subscriber who has not agreed to a new price this long before the renewal is not renewed. */
export const priceAnswerMs = 24 * hourMs;
/** A subscription that would be charged this soon with a model whom staff hide is not renewed. */
export const hiddenEndMs = 48 * hourMs;
/** A process that speaks with the gateway about a subscription keeps others from doing so for this long. */
export const syncMaxMs = 30_000;

/**
 * An unanswered refund is not asked for again for this long: its notice comes within moments, and gateways repeat notices
 * that are not acknowledged.
 */
export const refundWaitMs = 15 * 60_000;

/** When to retry a gateway after `failures` failed attempts in a row. */
export function nextSyncAt(failures: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(2 ** (failures - 1), 60) * 60_000);
}
