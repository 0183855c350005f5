import { inTransaction } from "#server/kit/database/transaction.ts";
import type { Sale } from "./gateways/gateway.ts";
import { gatewayNamed, type PaymentsNeeds } from "./needs.ts";
import type { Order } from "./open-intent.ts";
import { sendMaxMs } from "./rules/waiting.ts";
import { type Finding, settleIntent } from "./settle-intent.ts";
import { type Intent, lockIntent } from "./store/intents.ts";

/**
 * Asks the gateway for the money of a payment in state `submitting`, once, outside of any transaction, and stores the
 * answer. A callback may have been faster; what both say counts. An order that has waited for longer than `sendMaxMs`
 * is not sent any more: by then others may rely on its never arriving.
 */
export async function submitSale(
  needs: PaymentsNeeds,
  intent: Intent,
  order: Order,
  challenge: boolean,
): Promise<Intent> {
  const finding = await send(needs, intent, order, challenge);
  return inTransaction(needs.db, async (tx) => {
    const current = await lockIntent(tx, intent.id);
    if (!current) throw new Error(`payment ${intent.id} is gone`);
    return (await settleIntent(needs, tx, current, finding, "gateway")).intent;
  });
}

async function send(
  needs: PaymentsNeeds,
  intent: Intent,
  order: Order,
  challenge: boolean,
): Promise<Finding> {
  const gateway = gatewayNamed(needs, intent.gateway);
  if (needs.clock.now().getTime() - intent.created_at.getTime() > sendMaxMs) return { kind: "not_sent" };
  return gateway.start({ ...saleOf(needs, intent, order), challenge }, order.source);
}

function saleOf({ config }: PaymentsNeeds, intent: Intent, order: Order): Omit<Sale, "challenge"> {
  return {
    reference: intent.id,
    orderId: intent.order_id,
    amountCents: intent.amount_cents,
    currency: intent.currency,
    description: order.description,
    payer: order.payer,
    returnUrl: `${config.publicOrigin}/payment-request?id=${encodeURIComponent(intent.id)}`,
    language: order.language,
  };
}
