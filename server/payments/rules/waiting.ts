import type { IntentState } from "./states.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * How a payment whose sale may or may not have reached the gateway is settled within 5 minutes. A sale leaves within
 * `sendMaxMs` of the order or never, and its answer is awaited for `saleTimeoutMs`; so nothing of it is sent any more
 * after 30 s. From `submittingMaxMs` on its process counts as lost, and the gateway is asked. That it knows of no sale
 * counts from `neverReceivedMs` on: 2½ minutes for what was still on its way, or in the gateway's own queues.
 */
export const sendMaxMs = 15 * second;
export const saleTimeoutMs = 15 * second;
export const submittingMaxMs = minute;
export const neverReceivedMs = 3 * minute;

/** A fan may take this long on the gateway's own page. */
export const pendingMaxMs = 30 * minute;
/** After this long late money is no longer searched for. */
export const lateMoneyMaxMs = 7 * day;
/** A fan who asks about a payment has the gateway asked at most this often. */
export const queryPauseMs = 2 * second;

type Pause = { untilAgeMs: number; pauseMs: number };

const unknownPauses: readonly Pause[] = [
  { untilAgeMs: 30 * second, pauseMs: 3 * second },
  { untilAgeMs: 2 * minute, pauseMs: 10 * second },
  { untilAgeMs: hour, pauseMs: 20 * second },
  { untilAgeMs: day, pauseMs: minute },
  { untilAgeMs: Number.POSITIVE_INFINITY, pauseMs: 5 * minute },
];
const pendingPauses: readonly Pause[] = [
  { untilAgeMs: minute, pauseMs: 10 * second },
  { untilAgeMs: 5 * minute, pauseMs: 30 * second },
  { untilAgeMs: day, pauseMs: 2 * minute },
  { untilAgeMs: Number.POSITIVE_INFINITY, pauseMs: 5 * minute },
];
/** For payments that ended without money: the gateway may have charged all the same, and its callback may be lost. */
const closedPauses: readonly Pause[] = [
  { untilAgeMs: hour, pauseMs: 15 * minute },
  { untilAgeMs: lateMoneyMaxMs, pauseMs: day },
];

const pausesOf: Partial<Record<IntentState, readonly Pause[]>> = {
  submitting: unknownPauses,
  unknown: unknownPauses,
  pending: pendingPauses,
  expired: closedPauses,
  cancelled: closedPauses,
  declined: closedPauses,
};

/** A question that was not answered is asked again after this long at the latest. */
const unansweredPauseMs = 15 * minute;

/**
 * When to ask again if a question that goes out now is not answered: its process dies, or the gateway is away. Late money
 * would be lost if the last of the daily questions were lost.
 */
export function retryQueryAt(state: IntentState, createdAt: Date, now: Date): Date {
  const retry = new Date(now.getTime() + unansweredPauseMs);
  const next = nextQueryAt(state, createdAt, now);
  return next !== null && next < retry ? next : retry;
}

/**
 * The instant at which to ask the gateway next about a payment in this state, or null for never. An open payment is
 * asked about until there is an answer, however long the gateway is away.
 */
export function nextQueryAt(state: IntentState, createdAt: Date, now: Date): Date | null {
  const ageMs = now.getTime() - createdAt.getTime();
  if (state === "submitting" && ageMs < submittingMaxMs)
    return new Date(createdAt.getTime() + submittingMaxMs);
  const pause = pausesOf[state]?.find(({ untilAgeMs }) => ageMs < untilAgeMs);
  return pause ? new Date(now.getTime() + pause.pauseMs) : null;
}
