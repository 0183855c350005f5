import { inTransaction } from "#server/kit/database/transaction.ts";
import type { PaymentSource, Sale } from "../gateways/gateway.ts";
import { gatewayNamed, type PaymentsNeeds } from "../needs.ts";
import { sendMaxMs } from "../rules/waiting.ts";
import { type Intent, lockIntent } from "../store/intents.ts";
import type { Opened, Order } from "./open-intent.ts";
import { type Finding, settleIntent } from "./settle-intent.ts";

/**
 * Asks the gateway for the money of a payment that this request has begun; one that an earlier request began is answered
 * as it stands. Once the gateway may have been asked, our own error does not show whether the fan was charged: the payment stays in
 * `submitting`, the fan sees it as pending, and reconciliation settles it. An error here would invite a second try.
 */
export async function submitOnce(
  needs: PaymentsNeeds,
  { intent, isNew, challenge }: Opened,
  order: Order,
): Promise<Intent> {
  if (!isNew) return intent;
  try {
    return await submitSale(needs, intent, order, challenge);
  } catch (error) {
    needs.log.error(
      { intentId: intent.id, error: String(error) },
      "the answer to a sale could not be stored",
    );
    return intent;
  }
}

/**
 * Asks the gateway for the money of a payment in state `submitting`, once, outside of any transaction, and stores the
 * answer. A callback may have been faster; both reports are applied. An order that has waited for longer than `sendMaxMs`
 * is not sent: by then other parts rely on its never arriving.
 */
async function submitSale(
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
    description: order.description ?? descriptionOf(intent),
    payer: order.payer,
    returnUrls: returnUrlsOf(config.publicOrigin, intent.id, order.source),
    language: order.language,
    keepsCard: order.keepCardFor !== null,
  };
}

/** The text on the payer's statement for an order that names none. */
export const descriptionOf = (intent: Pick<Intent, "base_tokens" | "bonus_tokens">) =>
  `${intent.base_tokens + intent.bonus_tokens} Tokens`;

/** Where a payer comes back to who paid with a card. */
export const cardReturnUrl = (origin: string, id: string) =>
  `${origin}/payment-request?id=${encodeURIComponent(id)}`;

/** Each page asks what became of the payment; which one a gateway chooses proves nothing. */
function returnUrlsOf(origin: string, id: string, source: PaymentSource): Sale["returnUrls"] {
  const page = (path: string) => `${origin}${path}?id=${encodeURIComponent(id)}`;
  if (source.kind === "regional" || source.kind === "form")
    return {
      succeeded: page("/directa/successful-payment"),
      failed: page("/directa/failed-payment"),
      cancelled: page("/directa/cancelled-payment"),
    };
  const only = cardReturnUrl(origin, id);
  return { succeeded: only, failed: only, cancelled: only };
}
