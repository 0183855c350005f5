import { m } from "#web/paraglide/messages.js";
import { Pill, type PillTone } from "#web/ui/Badge.tsx";

const variants: Readonly<Record<string, { tone: PillTone; name(): string }>> = {
  created: { tone: "plain", name: () => m.admin_pay_waiting() },
  submitting: { tone: "warn", name: () => m.admin_pay_submitting() },
  unknown: { tone: "warn", name: () => m.admin_pay_unknown() },
  pending: { tone: "warn", name: () => m.admin_pay_pending() },
  succeeded: { tone: "ok", name: () => m.admin_pay_succeeded() },
  declined: { tone: "plain", name: () => m.admin_pay_declined() },
  expired: { tone: "plain", name: () => m.admin_pay_expired() },
  cancelled: { tone: "plain", name: () => m.admin_pay_cancelled() },
  refunded: { tone: "private", name: () => m.admin_pay_refunded() },
  part_refunded: { tone: "private", name: () => m.admin_pay_part_refunded() },
  refund_asked: { tone: "warn", name: () => m.admin_pay_refund_asked() },
  refund_refused: { tone: "plain", name: () => m.admin_pay_refund_refused() },
  refund_given_up: { tone: "plain", name: () => m.admin_pay_refund_given_up() },
  charged_back: { tone: "error", name: () => m.admin_pay_charged_back() },
  chargeback_reversed: { tone: "ok", name: () => m.admin_pay_chargeback_reversed() },
};

/** The name of a payment's state. */
export const paymentStateName = (state: string): string => variants[state]?.name() ?? state;

const sources: Readonly<Record<string, () => string>> = {
  request: () => m.admin_by_request(),
  gateway: () => m.admin_by_gateway(),
  callback: () => m.admin_by_callback(),
  reconciliation: () => m.admin_by_reconciliation(),
  staff: () => m.admin_by_staff(),
};

/** The side that brought a payment to its state. */
export const sourceName = (source: string): string => sources[source]?.() ?? source;

/** Why a report changed nothing. */
export const verdictName = (verdict: "superseded" | "mismatch"): string =>
  verdict === "superseded" ? m.admin_report_superseded() : m.admin_report_mismatch();

/** Where a payment stands. */
export function PaymentState({ state }: { state: string }) {
  return <Pill tone={variants[state]?.tone ?? "plain"}>{paymentStateName(state)}</Pill>;
}
