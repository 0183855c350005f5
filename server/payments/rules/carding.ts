/** Bounds on tries; how many in which time. */
export type CardingLimits = {
  paymentsPerHour: number;
  declinesPerHour: number;
  declinesPerDay: number;
  declinesPerHourOfAddress: number;
  cardsPerDay: number;
  /** Share of declined tries, in percent, over which nobody may try for a while. */
  breakerPercent: number;
  breakerMinutes: number;
  /** Fewer tries than this say nothing about the share. */
  breakerTriesMin: number;
};

export const defaultCardingLimits: CardingLimits = {
  paymentsPerHour: 10,
  declinesPerHour: 3,
  declinesPerDay: 5,
  declinesPerHourOfAddress: 5,
  cardsPerDay: 3,
  breakerPercent: 40,
  breakerMinutes: 10,
  breakerTriesMin: 20,
};

/** What was tried so far. Tries still in flight count as declines of the account, or a burst would slip through. */
export type Tries = {
  paymentsOfFanLastHour: number;
  declinesOfFanLastHour: number;
  declinesOfFanLastDay: number;
  declinesOfAddressLastHour: number;
  /** Different cards of this fan in the last day, the one now shown left out. */
  otherCardsOfFanLastDay: number;
  decidedLastMinutes: number;
  declinedLastMinutes: number;
};

export type TryRefusal = { code: "too_many_payments" | "payments_paused"; retryAfterSeconds: number };

const hourSeconds = 3600;
const daySeconds = 86_400;

/** May this card be tried? Null when it may; the refusal says the same for every limit of one's own, on purpose. */
export function judgeTry(tries: Tries, limits: CardingLimits): TryRefusal | null {
  const overHour =
    tries.paymentsOfFanLastHour >= limits.paymentsPerHour ||
    tries.declinesOfFanLastHour >= limits.declinesPerHour ||
    tries.declinesOfAddressLastHour >= limits.declinesPerHourOfAddress;
  const overDay =
    tries.declinesOfFanLastDay >= limits.declinesPerDay || tries.otherCardsOfFanLastDay >= limits.cardsPerDay;
  if (overDay) return { code: "too_many_payments", retryAfterSeconds: daySeconds };
  if (overHour) return { code: "too_many_payments", retryAfterSeconds: hourSeconds };
  if (breakerIsOpen(tries, limits))
    return { code: "payments_paused", retryAfterSeconds: limits.breakerMinutes * 60 };
  return null;
}

function breakerIsOpen(tries: Tries, limits: CardingLimits): boolean {
  return (
    tries.decidedLastMinutes >= limits.breakerTriesMin &&
    tries.declinedLastMinutes * 100 > tries.decidedLastMinutes * limits.breakerPercent
  );
}
