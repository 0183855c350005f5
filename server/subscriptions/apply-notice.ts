import type { Tx } from "#server/kit/database/database.ts";
import type { MembershipEvent } from "#server/payments/payments.ts";
import { applyPayment, type Credited, isWhatWasAgreed, type Paid } from "./apply-payment.ts";
import type { SubscriptionsNeeds } from "./needs.ts";
import { membershipSteps, project } from "./project.ts";
import { publishPaid, publishReturned, publishSaved } from "./publish-events.ts";
import { type Returned, recallReturned } from "./recall-payment.ts";
import { isOffAtGateway } from "./rules/membership.ts";
import { chargeOf } from "./store/charges.ts";
import { addStep, change, type SubscriptionRow, stepsOf } from "./store/subscriptions.ts";
import type { Verdict } from "./store/tables.ts";

/**
 * Applies what a gateway reports of a locked subscription: first its place among everything that was heard of it, then
 * what follows from all of that together. What speaks of a payment that is not known yet is remembered and counts once
 * the payment comes, so that the order of notices does not matter.
 */
export async function applyNotice(
  needs: SubscriptionsNeeds,
  tx: Tx,
  row: SubscriptionRow,
  event: MembershipEvent,
): Promise<Verdict> {
  const refused = await refusalOf(needs, tx, row, event);
  if (refused) return refused;
  const at = needs.clock.now();
  const credited = event.kind === "paid" ? await applyPayment(needs, tx, row, event) : null;
  if (event.kind !== "paid") await addStep(tx, row.id, { source: "gateway", at, ...stepOf(event) });
  const recalled = await recallReturned(needs, tx, row);
  const known = await noteRenewal(tx, row, event, at);
  const after = await project(tx, known, at);
  await publishSaved(tx, row, after);
  if (event.kind === "paid" && credited) await tellMonth(tx, row, event, credited);
  for (const returned of recalled) await publishReturned(tx, returned);
  return verdictOf(event, after, recalled.length > 0);
}

type Returning = Exclude<MembershipEvent, Paid>;

const stepOf = (event: Returning) =>
  event.kind === "canceled" || event.kind === "ended"
    ? { kind: event.kind }
    : { kind: event.kind, transactionId: event.transactionId };

/** What is known already, and what speaks of another sum than was agreed, has no effect. */
async function refusalOf(
  needs: SubscriptionsNeeds,
  tx: Tx,
  row: SubscriptionRow,
  event: MembershipEvent,
): Promise<Verdict | null> {
  if (event.kind === "canceled" || event.kind === "ended") return null;
  const charge = await chargeOf(tx, row.gateway, event.transactionId);
  if (event.kind === "paid") {
    if (charge) return "unchanged";
    if (isWhatWasAgreed(row, event)) return null;
    needs.log.error({ subscription: row.id, paid: event }, "a gateway names another price than was agreed");
    return "mismatch";
  }
  if (event.amountCents !== row.price_cents || event.currency !== row.currency) {
    needs.log.error(
      { subscription: row.id, returned: event },
      "a gateway returned another sum than was paid",
    );
    return "mismatch";
  }
  const isKnown = charge ? charge.state !== "paid" || charge.subscription_id !== row.id : false;
  return isKnown || (await isWaiting(tx, row, event)) ? "unchanged" : null;
}

/** Was this return heard of before, under another number? */
async function isWaiting(tx: Tx, row: SubscriptionRow, { kind, transactionId }: Returned): Promise<boolean> {
  const steps = await stepsOf(tx, row.id);
  return steps.some((step) => step.kind === kind && step.transaction_id === transactionId);
}

/**
 * What the gateway holds true of the renewal by its own words; where that is not what is wished, it is told. A payment
 * shows that it renews, unless it has said since that it does no more.
 */
async function noteRenewal(
  tx: Tx,
  row: SubscriptionRow,
  { kind }: MembershipEvent,
  at: Date,
): Promise<SubscriptionRow> {
  const isOff = isOffAtGateway(membershipSteps(await stepsOf(tx, row.id)));
  if (kind === "canceled" || kind === "ended") return change(tx, row.id, { renews_at_gateway: false }, at);
  if (kind === "paid" && !isOff) return change(tx, row.id, { renews_at_gateway: true }, at);
  return row;
}

function tellMonth(tx: Tx, row: SubscriptionRow, paid: Paid, credited: Credited): Promise<void> {
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
