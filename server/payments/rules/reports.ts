import type { IntentState } from "./states.ts";

/** The states that can be reported for a sale once it was sent. `unknown`: the sale was not answered. */
export type ReportedState = Exclude<IntentState, "created" | "submitting">;

/**
 * One statement about a sale, by whichever channel. `sequence` is the number of the change at the gateway, the
 * same in the callback and in the answer to a question; null where the gateway does not count.
 */
export type Report = { state: ReportedState; sequence: number | null };

/** Reports of a sale without money; the later in the list counts when several were received. */
const withoutMoney = ["unknown", "pending", "expired", "cancelled", "declined"] as const;

/**
 * The state of a payment after these reports, or null after none. It depends on which reports there are and not on
 * the order they came in: each report implies the ones that must have preceded it, so none has to be waited for.
 *
 * - Money counts more than its absence: whatever was declined, cancelled or expired, an approval is an approval.
 * - A refund is final: the payer has the money, whatever became of a dispute beside it.
 * - A dispute has the state of its latest report by `sequence`. Where the gateway does not count there is one round at
 *   most, and a dispute that was won was lost before.
 */
export function stateAfter(reports: readonly Report[]): ReportedState | null {
  const states = new Set(reports.map(({ state }) => state));
  if (states.has("refunded")) return "refunded";
  return latestOfDispute(reports) ?? (states.has("succeeded") ? "succeeded" : null) ?? lastOf(states);
}

function latestOfDispute(reports: readonly Report[]): ReportedState | null {
  const rank = ({ state, sequence }: Report) =>
    2 * (sequence ?? 0) + (state === "chargeback_reversed" ? 1 : 0);
  const dispute = reports.filter(({ state }) => state === "charged_back" || state === "chargeback_reversed");
  return dispute.toSorted((one, other) => rank(other) - rank(one))[0]?.state ?? null;
}

function lastOf(states: ReadonlySet<ReportedState>): ReportedState | null {
  return withoutMoney.findLast((state) => states.has(state)) ?? null;
}

/** Is this the same report, received again? */
export function isSameReport(one: Report, other: Report): boolean {
  return one.state === other.state && one.sequence === other.sequence;
}
