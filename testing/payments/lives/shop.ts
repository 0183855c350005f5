import { reportedState } from "#server/payments/rules/reported-state.ts";
import { isSameReport, type Report, type ReportedState, stateAfter } from "#server/payments/rules/reports.ts";
import { type IntentState, isLegalStep, pathBetween } from "#server/payments/rules/states.ts";
import { nextQueryAt, pendingMaxMs, retryQueryAt, submittingMaxMs } from "#server/payments/rules/waiting.ts";
import type { Bank, Finding } from "./bank.ts";
import type { LifeLedger } from "./ledger.ts";

/** A payment as we have it. */
export type Payment = {
  id: string;
  tokens: number;
  state: IntentState;
  reports: Report[];
  createdAt: Date;
  nextQueryAt: Date | null;
  /** The transfer that credited it last; null: none has. */
  creditId: number | null;
  credits: number;
};

/** Our side of a life: the product's own rules decide every step, and each step moves its tokens by a key. */
export type Shop = {
  payments: Payment[];
  begin(tokens: number, nowMs: number): Payment;
  receive(id: string, finding: Finding, nowMs: number): void;
  /** Asks about whatever is due. */
  reconcile(nowMs: number, isAway: boolean): void;
};

export function createShop(bank: Bank, ledger: LifeLedger): Shop {
  const payments: Payment[] = [];
  let transfers = 0;

  function move(payment: Payment, to: IntentState): void {
    const { id, tokens, state: from, creditId } = payment;
    if (!isLegalStep(from, to)) throw new Error(`${id} goes from ${from} to ${to}`);
    if (to === "succeeded") {
      Object.assign(payment, { creditId: ++transfers, credits: payment.credits + 1 });
      ledger.issue(`purchase:${id}`, tokens);
    } else if (to === "chargeback_reversed") {
      payment.creditId = ++transfers;
      ledger.issue(`chargeback_reversed:${id}:${creditId}`, tokens);
    } else if (to === "charged_back" || (to === "refunded" && from !== "charged_back")) {
      ledger.takeBack(`${to}:${id}:${creditId}`, tokens);
    }
    payment.state = to;
  }

  function apply(payment: Payment, finding: Finding, nowMs: number): void {
    const waiting = { state: payment.state, ageMs: nowMs - payment.createdAt.getTime() };
    const state: ReportedState | null = reportedState(
      { ...waiting, confirmedAgeMs: null, patienceMs: pendingMaxMs },
      finding.kind,
    );
    if (!state) return;
    const report = { state, sequence: finding.sequence };
    if (!payment.reports.some((one) => isSameReport(one, report))) payment.reports.push(report);
    const to = stateAfter(payment.reports);
    for (const next of to ? pathBetween(payment.state, to) : []) {
      move(payment, next);
      payment.nextQueryAt = nextQueryAt(next, payment.createdAt, new Date(nowMs));
    }
  }

  const isDue = ({ nextQueryAt: at }: Payment, nowMs: number) => at !== null && at.getTime() <= nowMs;
  return {
    payments,
    begin(tokens, nowMs) {
      const createdAt = new Date(nowMs);
      const payment: Payment = {
        ...{ id: `payment ${payments.length}`, tokens, state: "submitting", reports: [], createdAt },
        ...{ nextQueryAt: new Date(nowMs + submittingMaxMs), creditId: null, credits: 0 },
      };
      payments.push(payment);
      return payment;
    },
    receive(id, finding, nowMs) {
      const payment = payments.find((one) => one.id === id);
      if (payment) apply(payment, finding, nowMs);
    },
    reconcile(nowMs, isAway) {
      for (const payment of payments.filter((one) => isDue(one, nowMs))) {
        const unknown = { kind: "unknown", sequence: null } as const;
        if (payment.state === "submitting") apply(payment, unknown, nowMs);
        const askAgainAt = isAway ? retryQueryAt : nextQueryAt;
        payment.nextQueryAt = askAgainAt(payment.state, payment.createdAt, new Date(nowMs));
        apply(payment, isAway ? unknown : bank.ask(payment.id), nowMs);
      }
    },
  };
}
