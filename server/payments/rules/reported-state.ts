import type { ReportedState } from "./reports.ts";
import type { IntentState } from "./states.ts";
import { neverReceivedMs } from "./waiting.ts";

/** The possible findings about a sale: a report of its gateway, that it was not sent, or that nobody knows. */
export type FindingKind = Exclude<ReportedState, "succeeded"> | "approved" | "not_found" | "not_sent";

/** A payment that waits, as of when the gateway was asked. */
export type WaitingPayment = {
  state: IntentState;
  /** Time since its order, ms, and since its bank had confirmed it; null where it has not, or need not. */
  ageMs: number;
  confirmedAgeMs: number | null;
  /** For how long a payer may take on the gateway's page, ms. */
  patienceMs: number;
};

/** The state that a finding reports for a payment, or null when it reports nothing yet. */
export function reportedState(
  { state, ageMs, confirmedAgeMs, patienceMs }: WaitingPayment,
  kind: FindingKind,
): ReportedState | null {
  // A payment that the bank has confirmed was sent to the gateway, which then knows of it soon or never.
  const isLost = confirmedAgeMs !== null && confirmedAgeMs > neverReceivedMs;
  switch (kind) {
    case "approved":
      return "succeeded";
    case "pending":
      return isLost || ageMs > patienceMs ? "expired" : "pending";
    case "not_sent":
      return "expired";
    case "not_found":
      // A gateway that knows of no sale is not believed at once: it may be on its way, or has even been there.
      return isLost || ageMs > (state === "pending" ? patienceMs : neverReceivedMs) ? "expired" : null;
    case "unknown":
      return state === "submitting" ? "unknown" : null;
    default:
      return kind;
  }
}
