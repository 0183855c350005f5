import type { Tx } from "#server/kit/database/database.ts";
import type { MembershipEvent } from "#server/payments/payments.ts";
import { applyPart, isPart, returnIfBack } from "./apply-part.ts";
import { agreementFor, applyPayment, type Credited, type Paid } from "./apply-payment.ts";
import type { SubscriptionsNeeds } from "./needs.ts";
import { mailReceipt } from "./payment-receipts.ts";
import { membershipSteps, project } from "./project.ts";
import { publishPaid, publishReturned, publishSaved, type SubscriptionReturned } from "./publish-events.ts";
import { isOffAtGateway } from "./rules/membership.ts";
import { type AgreementRow, agreementsOf } from "./store/agreements.ts";
import { type ChargeRow, chargeOf, chargesOf, returnCharge } from "./store/charges.ts";
import { addStep, change, type SubscriptionRow, stepsOf } from "./store/subscriptions.ts";
import type { Verdict } from "./store/tables.ts";

/**
 * Applies a gateway's report to a locked subscription: first it joins the history of all reports, then the state that
 * follows from all of that together is stored. A notice about a payment that is not known yet is remembered and
 * counts once the payment comes, so that the order of notices does not matter.
 */
export async function applyNotice(
  needs: SubscriptionsNeeds,
  tx: Tx,
  row: SubscriptionRow,
  event: MembershipEvent,
): Promise<Verdict> {
  const agreements = await agreementsOf(tx, row.id);
  if (event.kind === "refunded") {
    const charge = await chargeOf(tx, row.gateway, event.transactionId);
    if (isPart(charge, agreements, event)) {
      const verdict = await applyPart(needs, tx, row, { charge, agreements, event });
      if (verdict !== "whole" || !charge) return verdict === "whole" ? "applied" : verdict;
      return applyNotice(needs, tx, row, { ...event, amountCents: charge.amount_cents });
    }
  }
  const refused = await refusalOf(needs, tx, { row, agreements }, event);
  if (refused) return refused;
  const at = needs.clock.now();
  const agreed = event.kind === "paid" ? agreementFor(agreements, event) : undefined;
  const credited = event.kind === "paid" && agreed ? await applyPayment(needs, tx, row, event, agreed) : null;
  if (event.kind === "paid" && credited) await returnIfBack(tx, row, event, at);
  if (event.kind !== "paid") await addStep(tx, row.id, { source: "gateway", at, ...stepOf(event) });
  const recalled = await recallReturned(needs, tx, row);
  const known = await noteRenewal(tx, row, event, at);
  const after = await project(tx, known, at);
  await publishSaved(tx, row, after);
  if (event.kind === "paid" && credited) {
    await publishPaidMonth(tx, row, event, credited);
    await mailReceipt(needs, tx, after, event.transactionId);
  }
  for (const returned of recalled) await publishReturned(tx, returned);
  return verdictOf(event, after, recalled.length > 0);
}

type Returning = Exclude<MembershipEvent, Paid>;

const stepOf = (event: Returning) =>
  event.kind === "canceled" || event.kind === "ended"
    ? { kind: event.kind }
    : { kind: event.kind, transactionId: event.transactionId };

/** A notice that is known already, or that names another sum than was agreed, has no effect. */
async function refusalOf(
  needs: SubscriptionsNeeds,
  tx: Tx,
  { row, agreements }: { row: SubscriptionRow; agreements: readonly AgreementRow[] },
  event: MembershipEvent,
): Promise<Verdict | null> {
  if (event.kind === "canceled" || event.kind === "ended") return null;
  const charge = await chargeOf(tx, row.gateway, event.transactionId);
  if (event.kind === "paid") {
    if (charge) return "unchanged";
    if (agreementFor(agreements, event)) return null;
    needs.log.error({ subscription: row.id, paid: event }, "a gateway names another price than was agreed");
    return "mismatch";
  }
  if (!isReturnOf(charge, agreements, event)) {
    needs.log.error(
      { subscription: row.id, returned: event },
      "a gateway returned another sum than was paid",
    );
    return "mismatch";
  }
  const isKnown = charge ? charge.state !== "paid" || charge.subscription_id !== row.id : false;
  return isKnown || (await isWaiting(tx, row, event)) ? "unchanged" : null;
}

/** Whether a return names the sum of its payment; of one that is not known yet, a sum that was agreed to. */
function isReturnOf(
  charge: ChargeRow | undefined,
  agreements: readonly AgreementRow[],
  { amountCents, currency }: Returned,
): boolean {
  const sums = charge ? [{ price_cents: charge.amount_cents, currency: charge.currency }] : agreements;
  return sums.some((sum) => sum.price_cents === amountCents && sum.currency === currency);
}

/** Whether this return was reported before, under another number. */
async function isWaiting(tx: Tx, row: SubscriptionRow, { kind, transactionId }: Returned): Promise<boolean> {
  const steps = await stepsOf(tx, row.id);
  return steps.some((step) => step.kind === kind && step.transaction_id === transactionId);
}

/**
 * Whether the gateway renews, by its own reports; where that differs from what was ordered, it is synchronised. A payment
 * shows that it renews, unless it has reported otherwise since. While the outcome of an update is unknown, no report
 * shows what came of it, except that the membership is over.
 */
async function noteRenewal(
  tx: Tx,
  row: SubscriptionRow,
  event: MembershipEvent,
  at: Date,
): Promise<SubscriptionRow> {
  const { kind } = event;
  const isPaid = kind === "paid" && !isOffAtGateway(membershipSteps(await stepsOf(tx, row.id)));
  if (!isPaid && kind !== "canceled" && kind !== "ended") return row;
  const reported = {
    renews_at_gateway: row.renews_at_gateway === null && kind !== "ended" ? null : isPaid,
    renewal_reports: row.renewal_reports + 1,
  };
  const charges = isPaid && event.renewal ? { offer_at_gateway: event.offerId } : {};
  return change(tx, row.id, { ...reported, ...charges }, at);
}

function publishPaidMonth(tx: Tx, row: SubscriptionRow, paid: Paid, credited: Credited): Promise<void> {
  return publishPaid(tx, {
    fanId: row.fan_id,
    modelId: row.model_id,
    subscriptionId: row.id,
    transactionId: paid.transactionId,
    ...credited,
  });
}

function verdictOf({ kind }: MembershipEvent, after: SubscriptionRow, hasRecalled: boolean): Verdict {
  const isReturn = kind === "refunded" || kind === "charged_back";
  return after.started_at === null || (isReturn && !hasRecalled) ? "waiting" : "applied";
}

export type Returned = Extract<MembershipEvent, { kind: "refunded" | "charged_back" }>;

/**
 * Reverses every payment of a locked subscription whose return was reported, before the payment or after it: the tokens
 * that came with it are reversed, what is spent of them becomes the fan's debt. Answers what went back now.
 */
export async function recallReturned(
  needs: SubscriptionsNeeds,
  tx: Tx,
  row: SubscriptionRow,
): Promise<SubscriptionReturned[]> {
  const steps = await stepsOf(tx, row.id);
  const recalled: SubscriptionReturned[] = [];
  for (const charge of await chargesOf(tx, row.id)) {
    const returns = steps.find(
      ({ kind, transaction_id }) => isReturn(kind) && transaction_id === charge.transaction_id,
    );
    if (charge.state !== "paid" || !returns || !isReturn(returns.kind)) continue;
    const balance = await reverseTokens(needs, tx, row, charge, returns.kind);
    await returnCharge(tx, charge.id, returns.kind, needs.clock.now());
    await needs.privateFiles.revoke(tx, { readerId: row.fan_id, ownerId: row.model_id });
    recalled.push({ fanId: row.fan_id, balance, kind: returns.kind });
  }
  return recalled;
}

const isReturn = (kind: string): kind is Returned["kind"] => kind === "refunded" || kind === "charged_back";

async function reverseTokens(
  { wallet }: SubscriptionsNeeds,
  tx: Tx,
  row: SubscriptionRow,
  charge: ChargeRow,
  kind: Returned["kind"],
): Promise<number> {
  if (charge.transfer_id === null) return wallet.balance(tx, { kind: "fan", id: row.fan_id });
  const ledgerKind = kind === "refunded" ? "refund" : "chargeback";
  const receipt = await wallet.reverse(tx, {
    key: `subscription_${ledgerKind}:${charge.gateway}:${charge.transaction_id}`,
    transferId: charge.transfer_id,
    kind: ledgerKind,
    reason: `subscription_${kind}`,
  });
  if (!receipt.ok)
    throw new Error(`the tokens of ${charge.transaction_id} could not be reversed: ${receipt.refusal.code}`);
  return receipt.balance;
}
