import type { IntentState } from "./states.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A request that has not come back after this long was lost with its process: twice and more the gateway's time-out. */
export const submittingMaxMs = minute;
/** A fan may take this long on the gateway's own page. */
export const pendingMaxMs = 30 * minute;
/** A sale the gateway has not heard of after this long never reached it. */
export const lostSaleMs = 15 * minute;
/** After this long nobody waits for an answer or for late money any more. */
export const waitingMaxMs = 7 * day;
/** The gateway is asked about one payment at most this often, however often the fan asks. */
export const queryPauseMs = 2 * second;

const pausesMs = [3 * second, 10 * second, 30 * second, minute] as const;

/** When to ask the gateway next about a payment that was asked about `queries` times, or null when never. */
export function nextQueryAt(state: IntentState, queries: number, createdAt: Date, now: Date): Date | null {
  if (now.getTime() - createdAt.getTime() > waitingMaxMs) return null;
  if (state === "unknown" || state === "pending")
    return new Date(now.getTime() + (pausesMs[queries] ?? 5 * minute));
  if (state === "expired" || state === "cancelled") return new Date(now.getTime() + day);
  return null;
}
