import type { Tx } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { gatewayNamed, type PaymentsNeeds } from "../needs.ts";
import { isRefundable } from "../rules/states.ts";
import { neverReceivedMs } from "../rules/waiting.ts";
import { intentById } from "../store/admin-payments.ts";
import { type Intent, lockIntent } from "../store/intents.ts";
import {
  askedPart,
  dropPart,
  insertPart,
  type PartRefund,
  partOfOrder,
  partsOf,
  resendPart,
} from "../store/part-refunds.ts";
import { type RefundRefusal, refundPayment } from "./refund-payment.ts";
import { foundDone, type Recorded, settle } from "./settle-part.ts";

/**
 * `too_much`: less is left of the payment. `refund_under_way`: another part is asked for and not answered yet. `key_reused`:
 * the key is that of an order of another payment or sum.
 */
export type PartRefusal = RefundRefusal | "too_much" | "refund_under_way" | "key_reused";

/** `key`: of the order of staff; the same order is one part, however often it is sent. */
export type PartOrder = { id: string; amountCents: number; key: string };

/**
 * Gives a part of a payment back. The part is written down before the gateway is asked, and as long as the gateway
 * may work on it, it is only asked about: the money goes back once, whatever answer is lost. The same share of the
 * tokens goes, rounded down: the unspent ones are taken, the rest becomes the fan's debt. The remainder can be given
 * back later; a part that is the whole remainder is handled as the rest. Parts that nobody asks for any more are
 * settled by `settleOpenParts`.
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
  const answer = await partRefunds.refundUpTo(id, part.total_cents);
  if (answer.kind === "unknown") return refuse("no_answer");
  return inTransaction(needs.db, (tx) => settle(tx, needs, part, answer, record));
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
  if (own && (own.intent_id !== id || own.amount_cents !== amountCents)) return refuse("key_reused");
  if (own?.state === "done") {
    // The gateway's answer may have come while nobody waited for it.
    await record(tx, intent);
    return ok({ next: "done", intent });
  }
  if (!isRefundable(intent.state)) return refuse("not_refundable");
  const open = await askedPart(tx, id);
  if (open) {
    const isBack = backCents >= open.total_cents;
    if (open.order_key === key) {
      if (isBack) {
        await settle(tx, needs, open, foundDone, record);
        return ok({ next: "done", intent });
      }
      if (now < open.sent_until) return refuse("no_answer");
      await resendPart(tx, open.id, sent_until);
      return ok({ next: "send", part: open });
    }
    // An order whose answer was lost, and that nobody asks about any more. It is settled by what the gateway knows of it.
    if (isBack) await settle(tx, needs, open, foundDone, async () => undefined);
    if (isBack || now < open.sent_until) return refuse("refund_under_way");
    await dropPart(tx, open.id, now);
  }
  const done = await partsOf(tx, id);
  const wentBack = Math.max(backCents, done.cents);
  if (wentBack + amountCents > intent.amount_cents) return refuse("too_much");
  if (wentBack + amountCents === intent.amount_cents) return ok({ next: "rest" });
  const total = { amount_cents: amountCents, total_cents: wentBack + amountCents };
  const part = { intent_id: id, ...total, order_key: key, asked_at: now, sent_until };
  return ok({ next: "send", part: await insertPart(tx, part) });
}
