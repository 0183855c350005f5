import type { z } from "zod";
import type { Language } from "#contract/common.ts";
import type { paymentRequest } from "#contract/payments.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { PaymentSource } from "./gateways/gateway.ts";
import type { PaymentsNeeds } from "./needs.ts";
import { type Opened, type OpenRefusal, type Order, openIntent } from "./open-intent.ts";
import { type PaymentView, viewPayment } from "./payment-view.ts";
import { type CardErrors, cardFacts, readCard } from "./rules/card.ts";
import { requestHash } from "./rules/request-hash.ts";
import type { Intent } from "./store/intents.ts";
import { submitSale } from "./submit-sale.ts";

/** The validated request, and what the server knows of who sent it. */
export type PurchaseRequest = {
  fanId: number;
  body: z.output<typeof paymentRequest>;
  idempotencyKey: string | null;
  address: string;
  language: Language;
};

export type PurchaseRefusal = { code: "card_invalid"; errors: CardErrors } | OpenRefusal;

export type PurchaseResult = Result<{ payment: PaymentView }, PurchaseRefusal>;

/** Buys a plan by card. A repeated request meets the payment it began, however it stands by now. */
export async function processPayment(
  needs: PaymentsNeeds,
  request: PurchaseRequest,
): Promise<PurchaseResult> {
  const card = readCard(request.body, needs.clock.now(), needs.config.rawCardsAllowed);
  if (!card.ok) return refuse({ code: "card_invalid" as const, errors: card.errors });
  const order = readOrder(request, card.source);
  const opened = await openIntent(needs, order);
  if (!opened.ok) return opened;
  const intent = opened.isNew ? await submit(needs, opened, order) : opened.intent;
  return ok({ payment: await viewPayment(needs, needs.db, intent) });
}

/**
 * Once the gateway may have been asked, an error of ours says nothing about the fan's money: the payment stays in
 * `submitting`, the fan is told that it is pending, and reconciliation finds out. An error here would invite a second try.
 */
async function submit(needs: PaymentsNeeds, { intent, challenge }: Opened, order: Order): Promise<Intent> {
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

function readOrder({ fanId, body, ...request }: PurchaseRequest, source: PaymentSource): Order {
  const payer = {
    name: body.card_holder_name,
    email: body.email,
    phone: body.phone || null,
    address1: body.address1,
    city: body.city,
    state: body.state,
    zip: body.zip,
    country: body.country,
  };
  const facts = { packageId: body.package_id, amount: body.amount, orderId: body.orderid };
  return {
    fanId,
    ...facts,
    idempotencyKey: request.idempotencyKey,
    requestHash: requestHash({ ...facts, payer, source: hashedPart(source) }),
    description: body.orderdescription,
    payer: { ...payer, address: request.address },
    source,
    language: request.language,
  };
}

function hashedPart(source: PaymentSource) {
  if (source.kind === "token") return { kind: "token" } as const;
  const { bin, last4 } = cardFacts(source.number);
  return { kind: "card", bin, last4 } as const;
}
