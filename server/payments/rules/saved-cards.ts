/** How much one press may buy; more is bought by the form, where the card is entered again. */
export type SavedCardLimits = { paymentsPerDay: number; centsPerDay: number };

export const defaultSavedCardLimits: SavedCardLimits = { paymentsPerDay: 5, centsPerDay: 25_000 };

/** How long purchases count, in ms. */
export const savedCardDayMs = 24 * 3_600_000;

/** The fan's one-press purchases of the last day that have brought money or still may. */
export type SavedCardUse = { payments: number; cents: number };

/** May so many US cents more be paid by one press? */
export function isWithinLimits(use: SavedCardUse, cents: number, limits: SavedCardLimits): boolean {
  return use.payments < limits.paymentsPerDay && use.cents + cents <= limits.centsPerDay;
}

/** A card is good to the end of the month that it names. */
export function isExpired(card: { month: number; year: number }, now: Date): boolean {
  return Date.UTC(card.year, card.month) <= now.getTime();
}

const firstPauseMs = 5_000;
const pauseMaxMs = 3_600_000;

/** When a gateway that did not answer is asked again to keep a card, or to forget it. */
export function nextTryAt(tries: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(firstPauseMs * 2 ** Math.min(tries, 20), pauseMaxMs));
}
