import { m } from "#web/paraglide/messages.js";
import { Pill, type PillTone } from "#web/ui/Badge.tsx";

const looks: Readonly<Record<string, { tone: PillTone; name(): string }>> = {
  created: { tone: "plain", name: () => m.desk_pay_waiting() },
  submitting: { tone: "warn", name: () => m.desk_pay_submitting() },
  unknown: { tone: "warn", name: () => m.desk_pay_unknown() },
  pending: { tone: "warn", name: () => m.desk_pay_pending() },
  succeeded: { tone: "ok", name: () => m.desk_pay_succeeded() },
  declined: { tone: "plain", name: () => m.desk_pay_declined() },
  expired: { tone: "plain", name: () => m.desk_pay_expired() },
  cancelled: { tone: "plain", name: () => m.desk_pay_cancelled() },
  refunded: { tone: "private", name: () => m.desk_pay_refunded() },
  charged_back: { tone: "error", name: () => m.desk_pay_charged_back() },
  chargeback_reversed: { tone: "ok", name: () => m.desk_pay_chargeback_reversed() },
};

/** The name of a payment's state. */
export const paymentStateName = (state: string): string => looks[state]?.name() ?? state;

const sources: Readonly<Record<string, () => string>> = {
  request: () => m.desk_by_request(),
  gateway: () => m.desk_by_gateway(),
  callback: () => m.desk_by_callback(),
  reconciliation: () => m.desk_by_reconciliation(),
  staff: () => m.desk_by_staff(),
};

/** Who brought a payment to where it stands. */
export const sourceName = (source: string): string => sources[source]?.() ?? source;

/** Why a report changed nothing. */
export const verdictName = (verdict: "superseded" | "mismatch"): string =>
  verdict === "superseded" ? m.desk_report_superseded() : m.desk_report_mismatch();

/** Where a payment stands. */
export function PaymentState({ state }: { state: string }) {
  return <Pill tone={looks[state]?.tone ?? "plain"}>{paymentStateName(state)}</Pill>;
}
