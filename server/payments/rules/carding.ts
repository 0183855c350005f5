const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How many tries a fan has in which time, and from when on newcomers are looked at more closely. */
export type CardingLimits = {
  paymentsPerHour: number;
  declinesPerHour: number;
  declinesPerDay: number;
  /** Different cards of one fan. */
  cardsPerDay: number;
  /** An account that is younger than this and has not paid yet is a newcomer's. */
  newcomerDays: number;
  /** Declines of newcomers at one address block within an hour that make every newcomer there prove themselves. */
  newcomerDeclinesPerHourOfAddress: number;
  /** Share of newcomers' tries that were declined, in percent, over which all newcomers prove themselves … */
  newcomerDeclinePercent: number;
  /** … within so many minutes … */
  newcomerMinutes: number;
  /** … unless there were fewer tries than these, too few for a share. */
  newcomerTriesMin: number;
  /** Between two tries of a newcomer whose bank cannot be asked. */
  newcomerPauseSeconds: number;
};

export const defaultCardingLimits: CardingLimits = {
  paymentsPerHour: 10,
  declinesPerHour: 3,
  declinesPerDay: 5,
  cardsPerDay: 3,
  newcomerDays: 7,
  newcomerDeclinesPerHourOfAddress: 10,
  newcomerDeclinePercent: 40,
  newcomerMinutes: 10,
  newcomerTriesMin: 20,
  newcomerPauseSeconds: 60,
};

/** How long tries are looked at, in ms. */
export const lookBackMs = {
  payments: hourMs,
  declines: dayMs,
  cards: dayMs,
  addressDeclines: hourMs,
} as const;
/** A try without an answer for this long is no longer on its way to the gateway. */
export const inFlightMs = minuteMs;

/** A fan's tries so far, by the instants at which each try began. */
export type OwnTries = {
  /** All of the last hour. */
  payments: readonly Date[];
  /** The payments of the last day that the gateway declined; no other outcome of a payment is a decline. */
  declines: readonly Date[];
  /** On their way to the gateway now. They count as declines while they are, or a burst would slip through. */
  inFlight: readonly Date[];
};

/** The tries of all newcomers so far, together. */
export type NewcomersTries = { declinesAtAddress: number; decided: number; declined: number };

/** When the fan may try again, or null when at once. Only the fan's own tries count. */
export function nextTryAt(tries: OwnTries, limits: CardingLimits, now: Date): Date | null {
  const inFlight = tries.inFlight.map((at) => later(at, inFlightMs));
  const after = (instants: readonly Date[], ms: number) => instants.map((at) => later(at, ms));
  return latest(
    [
      freeAt(after(tries.payments, hourMs), limits.paymentsPerHour),
      freeAt([...after(tries.declines, hourMs), ...inFlight], limits.declinesPerHour),
      freeAt([...after(tries.declines, dayMs), ...inFlight], limits.declinesPerDay),
    ],
    now,
  );
}

/** When one more card may be tried, or null when at once. `lastUses`: when each other card of the fan was tried last. */
export function nextCardAt(lastUses: readonly Date[], limits: CardingLimits, now: Date): Date | null {
  const forgotten = lastUses.map((at) => later(at, dayMs));
  return latest([freeAt(forgotten, limits.cardsPerDay)], now);
}

/** Do so many tries of newcomers fail, here or everywhere, that newcomers have to prove themselves? */
export function isUnderAttack(tries: NewcomersTries, limits: CardingLimits): boolean {
  const isHere = tries.declinesAtAddress >= limits.newcomerDeclinesPerHourOfAddress;
  const isEverywhere =
    tries.decided >= limits.newcomerTriesMin &&
    tries.declined * 100 > tries.decided * limits.newcomerDeclinePercent;
  return isHere || isEverywhere;
}

/** When a newcomer who is slowed down may try again, or null when at once. */
export function nextSlowTryAt({ payments }: OwnTries, limits: CardingLimits, now: Date): Date | null {
  const [last] = [...payments].sort(newestFirst);
  return last ? latest([later(last, limits.newcomerPauseSeconds * secondMs)], now) : null;
}

/** Whole seconds until `at`, at least 1. */
export function secondsUntil(at: Date, now: Date): number {
  return Math.max(1, Math.ceil((at.getTime() - now.getTime()) / secondMs));
}

/** When fewer than `limit` of the things that end at these instants are left. */
function freeAt(ends: readonly Date[], limit: number): Date | null {
  return [...ends].sort(newestFirst)[limit - 1] ?? null;
}

const later = (at: Date, ms: number) => new Date(at.getTime() + ms);
const newestFirst = (a: Date, b: Date) => b.getTime() - a.getTime();

function latest(instants: readonly (Date | null)[], now: Date): Date | null {
  const ahead = instants.filter((at) => at !== null && at > now) as Date[];
  return ahead.sort(newestFirst)[0] ?? null;
}
