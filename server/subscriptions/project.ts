import type { Tx } from "#server/kit/database/database.ts";
import { type Membership, type MembershipStep, membershipOf } from "./rules/membership.ts";
import type { Payment } from "./rules/months.ts";
import { periodMs } from "./rules/period.ts";
import { type ChargeRow, chargesOf, moveMonth } from "./store/charges.ts";
import { type Changes, change, type StepRow, type SubscriptionRow, stepsOf } from "./store/subscriptions.ts";

/**
 * Updates a locked subscription from all of its reports and commands. One without a payment
 * is left unchanged.
 */
export async function project(tx: Tx, row: SubscriptionRow, at: Date): Promise<SubscriptionRow> {
  const [charges, steps] = [await chargesOf(tx, row.id), await stepsOf(tx, row.id)];
  const membership = membershipOf({
    payments: charges.map(paymentOf),
    periodMs: periodMs(row.months),
    steps: membershipSteps(steps),
    notBefore: row.not_before,
  });
  if (!membership) return row;
  await moveMonths(tx, charges, membership);
  return change(tx, row.id, changesOf(row, membership), at);
}

/** Steps of a membership itself; that its form was asked for or given up is none. */
export function membershipSteps(steps: readonly StepRow[]): MembershipStep[] {
  return steps.flatMap(({ kind, source, at, transaction_id }) =>
    kind === "ordered" || kind === "abandoned" ? [] : [{ kind, source, at, transactionId: transaction_id }],
  );
}

function paymentOf({ transaction_id, renewal, at, returned_at }: ChargeRow): Payment {
  return { transactionId: transaction_id, renewal, reportedAt: at, returnedAt: returned_at };
}

async function moveMonths(tx: Tx, charges: readonly ChargeRow[], { months }: Membership): Promise<void> {
  for (const { transactionId, start, end } of months) {
    const charge = charges.find(({ transaction_id }) => transaction_id === transactionId);
    if (charge && charge.period_start.getTime() !== start.getTime())
      await moveMonth(tx, charge.id, start, end);
  }
}

function changesOf(row: SubscriptionRow, membership: Membership): Changes {
  const renews = membership.canceledAt === null;
  return {
    state: membership.state,
    gateway_subscription_id: membership.firstTransactionId,
    started_at: membership.startedAt,
    expire_at: membership.expireAt,
    canceled_at: membership.canceledAt,
    user_canceled_at: membership.userCanceledAt,
    reenabled_at: membership.reenabledAt,
    renews,
    // Renewal changed: the gateway is updated at once.
    ...(renews === row.renews ? {} : { tell_after: null }),
    form_url: null,
    form_asked_at: null,
  };
}
