import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { PartRefunds } from "../gateways/gateway.ts";
import { tokensOf } from "../move-tokens.ts";
import { gatewayNamed, type PaymentsNeeds } from "../needs.ts";
import { shareOfTokens } from "../rules/part-refund.ts";
import { isRefundable } from "../rules/states.ts";
import { neverReceivedMs } from "../rules/waiting.ts";
import { intentById } from "../store/admin-payments.ts";
import { type Intent, lockIntent } from "../store/intents.ts";
import {
  askedPart,
  insertPart,
  type PartRefund,
  partById,
  partOfOrder,
  partsOf,
  resendPart,
  settlePart,
} from "../store/part-refunds.ts";
import { type RefundRefusal, refundPayment } from "./refund-payment.ts";

/** `too_much`: less is left of the payment. `refund_under_way`: another part is asked for and not answered yet. */
export type PartRefusal = RefundRefusal | "too_much" | "refund_under_way";

type Recorded = (tx: Tx, intent: Intent) => Promise<void>;

/** `key`: of the order of staff; the same order is one part, however often it is sent. */
export type PartOrder = { id: string; amountCents: number; key: string };

/**
 * Gives a part of a payment back. It is written down before the gateway is asked, and as long as the gateway may work on
 * it, it is only asked about: whatever answer is lost, it goes back once. Of the tokens the share goes, rounded down: those
 * that are unspent, the rest becomes the fan's debt. What is left can be given back later; a part that is all that is left
 * is the rest itself.
 */
export async function refundPart(
  needs: PaymentsNeeds,
  order: PartOrder,
  record: Recorded,
): Promise<Result<{ intent: Intent }, PartRefusal>> {
  const { id } = order;
  const known = await intentById(needs.db, id);
  if (!known) return refuse("unknown");
  if (!isRefundable(known.state)) return refuse("not_refundable");
  const { partRefunds } = gatewayNamed(needs, known.gateway);
  if (!partRefunds) return refuse("not_supported");
  const backCents = await partRefunds.refunded(id);
  if (backCents === null) return refuse("no_answer");
  const asked = await inTransaction(needs.db, (tx) => ask(tx, needs, order, { backCents, record }));
  if (!asked.ok) return asked;
  if (asked.next === "done") return ok({ intent: asked.intent });
  if (asked.next === "rest") return refundPayment(needs, id, record);
  const { part } = asked;
  const outcome = await partRefunds.refundUpTo(id, part.total_cents);
  if (outcome === "unknown") return refuse("no_answer");
  return inTransaction(needs.db, (tx) => settle(tx, needs, part, outcome, record));
}

type Asked = { next: "done"; intent: Intent } | { next: "rest" } | { next: "send"; part: PartRefund };

/** Under the payment's lock: what is to be done for an order, of which the gateway has given `backCents` back by now. */
async function ask(
  tx: Tx,
  needs: PaymentsNeeds,
  { id, amountCents, key }: PartOrder,
  { backCents, record }: { backCents: number; record: Recorded },
): Promise<Result<Asked, PartRefusal>> {
  const intent = await lockIntent(tx, id);
  if (!intent) throw new Error(`payment ${id} is gone`);
  const now = needs.clock.now();
  const sent_until = new Date(now.getTime() + neverReceivedMs);
  const own = await partOfOrder(tx, key);
  if (own?.state === "done") return ok({ next: "done", intent });
  if (!isRefundable(intent.state)) return refuse("not_refundable");
  const open = await askedPart(tx, id);
  if (open) {
    const isBack = backCents >= open.total_cents;
    if (open.order_key === key) {
      if (isBack) {
        await settle(tx, needs, open, "done", record);
        return ok({ next: "done", intent });
      }
      if (now < open.sent_until) return refuse("no_answer");
      await resendPart(tx, open.id, sent_until);
      return ok({ next: "send", part: open });
    }
    // An order whose answer was lost, and that nobody asks about any more. It is settled by what the gateway knows of it.
    if (isBack) await settle(tx, needs, open, "done", async () => undefined);
    if (isBack || now < open.sent_until) return refuse("refund_under_way");
    await settlePart(tx, open.id, null, now);
  }
  const done = await partsOf(tx, id);
  const wentBack = Math.max(backCents, done.cents);
  if (wentBack + amountCents > intent.amount_cents) return refuse("too_much");
  if (wentBack + amountCents === intent.amount_cents) return ok({ next: "rest" });
  const total = { amount_cents: amountCents, total_cents: wentBack + amountCents };
  const part = { intent_id: id, ...total, order_key: key, asked_at: now, sent_until };
  return ok({ next: "send", part: await insertPart(tx, part) });
}

/** Of a payment that went back meanwhile no tokens are left to be taken. */
async function settle(
  tx: Tx,
  needs: PaymentsNeeds,
  { id: partId, intent_id }: PartRefund,
  outcome: Awaited<ReturnType<PartRefunds["refundUpTo"]>>,
  record: Recorded,
): Promise<Result<{ intent: Intent }, PartRefusal>> {
  const intent = await lockIntent(tx, intent_id);
  const part = await partById(tx, partId);
  if (!intent || !part) throw new Error(`payment ${intent_id} is gone`);
  const at = needs.clock.now();
  if (outcome === "refused") {
    if (part.state === "asked") await settlePart(tx, partId, null, at);
    return refuse("not_refundable");
  }
  if (part.state === "dropped") {
    needs.log.error(
      { paymentId: intent_id, partId },
      "a part went back that was given up as never asked for",
    );
    return refuse("no_answer");
  }
  if (part.state === "asked") {
    const tokens = isRefundable(intent.state) ? await takeShare(tx, needs, intent, part) : 0;
    await settlePart(tx, partId, tokens, at);
    await record(tx, intent);
  }
  return ok({ intent });
}

async function takeShare(
  tx: Tx,
  { wallet }: PaymentsNeeds,
  intent: Intent,
  part: PartRefund,
): Promise<number> {
  const { id, fan_id: fanId, amount_cents: paidCents, transfer_id: transferId } = intent;
  if (transferId === null) throw new Error(`payment ${id} was never credited`);
  const before = await partsOf(tx, id);
  const tokens = shareOfTokens({
    tokens: tokensOf(intent),
    paidCents,
    backCents: before.cents + part.amount_cents,
    taken: before.tokens,
  });
  if (tokens === 0) return 0;
  const key = `refund:${id}:part:${part.id}`;
  const reason = "purchase_refunded";
  const receipt = await wallet.reverse(tx, { key, transferId, tokens, kind: "refund", reason });
  if (!receipt.ok) throw new Error(`a part of payment ${id} could not be reversed: ${receipt.refusal.code}`);
  await publishEvent(tx, "purchase_part_returned", { fanId, transactionId: id, balance: receipt.balance });
  return tokens;
}

declare module "#server/kit/outbox/outbox.ts" {
  interface Events {
    /** Tokens of a purchase were taken back for a part of its price that was given back. */
    purchase_part_returned: { fanId: number; transactionId: string; balance: number };
  }
}
