import type { Tx } from "#server/kit/database/database.ts";
import type { MembershipEvent } from "#server/payments/payments.ts";
import type { SubscriptionsNeeds } from "./needs.ts";
import { periodFrom } from "./rules/period.ts";
import { chargeOf, insertCharge } from "./store/charges.ts";
import { lockOpen, type SubscriptionRow, takeStep } from "./store/subscriptions.ts";
import type { Verdict } from "./store/tables.ts";
import { switchOff } from "./switch-renewal.ts";
import { tellPaid, tellSaved } from "./tell-others.ts";

export type Paid = Extract<MembershipEvent, { kind: "paid" }>;

/**
 * A month was paid: its 30 days begin where what is paid ends, and the tokens that come with it are credited, in the
 * caller's transaction and once for ever by the gateway's number of the payment. Money that comes late, for a form that
 * was given up or a membership that had ended, buys its month all the same.
 */
export async function takePayment(
  needs: SubscriptionsNeeds,
  tx: Tx,
  row: SubscriptionRow,
  paid: Paid,
): Promise<Verdict> {
  if (await chargeOf(tx, row.gateway, paid.transactionId)) return "unchanged";
  if (!isWhatWasAgreed(row, paid)) {
    needs.log.error({ subscription: row.id, paid }, "a gateway names another price than was agreed");
    return "mismatch";
  }
  const at = needs.clock.now();
  const period = periodFrom(at, row.expire_at ?? (await paidUntilElsewhere(tx, row, at)));
  const tokens = await credit(needs, tx, row, paid);
  await insertCharge(tx, {
    subscription_id: row.id,
    gateway: row.gateway,
    transaction_id: paid.transactionId,
    amount_cents: paid.amountCents,
    currency: paid.currency,
    state: "paid",
    period_start: period.start,
    period_end: period.end,
    free_tokens: row.free_tokens,
    transfer_id: tokens.transferId,
    at,
    returned_at: null,
  });
  await run(needs, tx, row, paid, { ...period, at });
  await tellPaid(tx, {
    fanId: row.fan_id,
    modelId: row.model_id,
    subscriptionId: row.id,
    transactionId: paid.transactionId,
    ...tokens,
  });
  return "applied";
}

function isWhatWasAgreed(row: SubscriptionRow, paid: Paid): boolean {
  return (
    paid.amountCents === row.price_cents && paid.currency === row.currency && paid.offerId === row.offer_id
  );
}

/** The first payment of a second membership to the same model goes on where the other one's time ends. */
async function paidUntilElsewhere(tx: Tx, row: SubscriptionRow, at: Date): Promise<Date | null> {
  const others = await othersRunning(tx, row, at);
  return others.reduce<Date | null>(
    (latest, { expire_at }) => (expire_at && (!latest || expire_at > latest) ? expire_at : latest),
    null,
  );
}

async function othersRunning(tx: Tx, row: SubscriptionRow, at: Date): Promise<SubscriptionRow[]> {
  const open = await lockOpen(tx, row.fan_id, row.model_id, at);
  return open.filter(({ id, state }) => id !== row.id && state === "running");
}

async function credit({ wallet }: SubscriptionsNeeds, tx: Tx, row: SubscriptionRow, paid: Paid) {
  const to = { kind: "fan", id: row.fan_id } as const;
  if (row.free_tokens === 0) return { balance: await wallet.balance(tx, to), transferId: null };
  const receipt = await wallet.issue(tx, {
    key: `subscription:${row.gateway}:${paid.transactionId}`,
    to,
    tokens: row.free_tokens,
    kind: "bonus",
    reason: "subscription_tokens",
    metadata: { subscriptionId: row.id, modelId: row.model_id },
  });
  if (!receipt.ok) throw new Error(`the tokens of ${paid.transactionId} were credited with other figures`);
  return { balance: receipt.balance, transferId: receipt.transferId };
}

async function run(
  needs: SubscriptionsNeeds,
  tx: Tx,
  row: SubscriptionRow,
  paid: Paid,
  { start, end, at }: { start: Date; end: Date; at: Date },
): Promise<void> {
  const isFirst = row.started_at === null;
  // One fan pays one model once a month: the newer membership goes on, the older one ends by itself.
  if (isFirst)
    for (const other of await othersRunning(tx, row, at)) await switchOff(tx, other, { source: "house", at });
  if (row.canceled_at)
    needs.log.error({ subscription: row.id, transaction: paid.transactionId }, "paid after its cancellation");
  const changes = {
    state: "running",
    started_at: row.started_at ?? start,
    expire_at: end,
    gateway_subscription_id: row.gateway_subscription_id ?? paid.transactionId,
    form_url: null,
    form_asked_at: null,
    // A payment shows what the gateway holds true; when that is not what is wished, it is told again.
    renews_at_gateway: true,
  } as const;
  const kind = isFirst ? "paid" : "renewed";
  await tellSaved(tx, await takeStep(tx, row, changes, { kind, source: "gateway", at }));
}
