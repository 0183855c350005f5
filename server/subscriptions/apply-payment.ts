import type { Account } from "#server/identity/identity.ts";
import type { Tx } from "#server/kit/database/database.ts";
import type { MembershipEvent } from "#server/payments/payments.ts";
import { switchOff } from "./cancel.ts";
import { renewsNothing } from "./kept-apart.ts";
import type { SubscriptionsNeeds } from "./needs.ts";
import { periodMs } from "./rules/period.ts";
import type { AgreementRow } from "./store/agreements.ts";
import { insertCharge } from "./store/charges.ts";
import { addStep, change, lockOpen, type SubscriptionRow } from "./store/subscriptions.ts";

export type Paid = Extract<MembershipEvent, { kind: "paid" }>;
/** The tokens that came with a month: the fan's balance then, and their transfer, if there were any. */
export type Credited = { balance: number; transferId: number | null };

/**
 * The fan's agreement that fits this payment; undefined: nobody agreed to it. The first month is on the first terms.
 */
export function agreementFor(agreements: readonly AgreementRow[], paid: Paid): AgreementRow | undefined {
  const payable = paid.renewal ? agreements : agreements.slice(0, 1);
  return payable.find(
    ({ price_cents, currency, offer_id }) =>
      paid.amountCents === price_cents && paid.currency === currency && paid.offerId === offer_id,
  );
}

/**
 * Writes down a payment that was not known, and credits the tokens that come with it, in the caller's transaction
 * and once for ever by the gateway's number of it. Which days it buys, `project` decides. Money that comes late, for a
 * form that was given up or a membership that had ended, buys its term all the same; the first of a model who is not listed
 * any more buys one term only, and so does any of a fan whose account is closed, suspended or one of the staff.
 */
export async function applyPayment(
  needs: SubscriptionsNeeds,
  tx: Tx,
  row: SubscriptionRow,
  paid: Paid,
  { free_tokens }: Pick<AgreementRow, "free_tokens">,
): Promise<Credited> {
  const at = needs.clock.now();
  if (row.started_at === null) await succeedOthers(tx, row, at);
  const account = await needs.accounts.byId(tx, row.fan_id);
  if (await isPaidOnce(needs, tx, row, account))
    await addStep(tx, row.id, { kind: "canceled", source: "system", at });
  const unexpected = account?.closed_at
    ? "a payment came for a closed account"
    : row.canceled_at && "paid after its cancellation";
  if (unexpected) needs.log.error({ subscription: row.id, transaction: paid.transactionId }, unexpected);
  const credited = await credit(needs, tx, row, paid, free_tokens);
  await insertCharge(tx, {
    subscription_id: row.id,
    gateway: row.gateway,
    transaction_id: paid.transactionId,
    amount_cents: paid.amountCents,
    currency: paid.currency,
    renewal: paid.renewal,
    state: "paid",
    period_start: at,
    period_end: new Date(at.getTime() + periodMs(row.months)),
    free_tokens,
    transfer_id: credited.transferId,
    at,
    returned_at: null,
  });
  const { transactionId, renewal } = paid;
  await addStep(tx, row.id, { kind: renewal ? "renewed" : "paid", source: "gateway", at, transactionId });
  return credited;
}

/**
 * One fan pays one model once at a time: a membership that begins follows the time that others have paid for, and those
 * end on their own.
 */
async function succeedOthers(tx: Tx, row: SubscriptionRow, at: Date): Promise<void> {
  const open = await lockOpen(tx, row.fan_id, row.model_id, at);
  const others = open.filter(({ id, state }) => id !== row.id && state === "running");
  for (const other of others) await switchOff(tx, other, { source: "system", at });
  const ends = others.flatMap(({ expire_at }) => (expire_at && expire_at > at ? [expire_at.getTime()] : []));
  if (ends.length > 0) await change(tx, row.id, { not_before: new Date(Math.max(...ends)) }, at);
}

/**
 * Whether nothing more may be charged after this payment. A form that is open stays payable after its model was hidden or
 * suspended, or its fan's account closed or suspended; what nobody could order then is not renewed. The fan may switch that
 * on once the model is shown again. Nor is anything renewed for an account that is closed, suspended or one of the staff.
 */
async function isPaidOnce(
  { catalog }: SubscriptionsNeeds,
  tx: Tx,
  { model_id, started_at, renews }: SubscriptionRow,
  account: Account | undefined,
): Promise<boolean> {
  if (!renews) return false;
  if (renewsNothing(account)) return true;
  return started_at === null && !(await catalog.listed(tx, [model_id])).has(model_id);
}

async function credit(
  { wallet }: SubscriptionsNeeds,
  tx: Tx,
  row: SubscriptionRow,
  paid: Paid,
  tokens: number,
): Promise<Credited> {
  const to = { kind: "fan", id: row.fan_id } as const;
  if (tokens === 0) return { balance: await wallet.balance(tx, to), transferId: null };
  const receipt = await wallet.issue(tx, {
    key: `subscription:${row.gateway}:${paid.transactionId}`,
    to,
    tokens,
    kind: "bonus",
    reason: "subscription_tokens",
    metadata: { subscriptionId: row.id, modelId: row.model_id },
  });
  if (!receipt.ok) throw new Error(`the tokens of ${paid.transactionId} were credited with other figures`);
  return { balance: receipt.balance, transferId: receipt.transferId };
}
