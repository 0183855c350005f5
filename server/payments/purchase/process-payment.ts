import type { z } from "zod";
import type { Language } from "#contract/common.ts";
import type { paymentRequest } from "#contract/payments.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import { gatewayFor } from "../gateways/choose-gateway.ts";
import type { Gateway } from "../gateways/gateway.ts";
import type { PaymentsNeeds } from "../needs.ts";
import { type CardErrors, type CardSource, cardSummary, readCard } from "../rules/card.ts";
import { requestHash } from "../rules/request-hash.ts";
import { type OpenRefusal, type Order, openIntent } from "./open-intent.ts";
import { type PaymentView, viewPayment } from "./payment-status.ts";
import { submitOnce } from "./submit-sale.ts";

/** The validated request, and what the server knows of who sent it. */
export type PurchaseRequest = {
  fanId: number;
  body: z.output<typeof paymentRequest>;
  idempotencyKey: string | null;
  /** The session that asks. */
  sessionId: string;
  address: string;
  language: Language;
};

export type PurchaseRefusal = { code: "card_invalid"; errors: CardErrors } | OpenRefusal;

export type PurchaseResult = Result<{ payment: PaymentView }, PurchaseRefusal>;

/** Buys a package by card. A repeated request gets its first payment in its current state. */
export async function processPayment(
  needs: PaymentsNeeds,
  request: PurchaseRequest,
): Promise<PurchaseResult> {
  const card = readCard(request.body, needs.clock.now(), needs.config.rawCardsAllowed);
  if (!card.ok) return refuse({ code: "card_invalid" as const, errors: card.errors });
  const gateway = gatewayFor(needs.gateways, { method: "card", purpose: "tokens" });
  if (!gateway) return refuse({ code: "purchases_closed" as const });
  const order = readOrder(request, card.source, gateway);
  const opened = await openIntent(needs, order);
  if (!opened.ok) return opened;
  const intent = await submitOnce(needs, opened, order);
  return ok({ payment: await viewPayment(needs, needs.db, intent) });
}

function readOrder(
  { fanId, body, ...request }: PurchaseRequest,
  source: CardSource,
  gateway: Gateway,
): Order {
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
  const fields = {
    packageId: body.package_id,
    amount: body.amount,
    orderId: body.orderid,
    description: body.orderdescription,
  };
  const keepsCard = body.save_card === true && gateway.vault !== undefined;
  return {
    fanId,
    ...fields,
    idempotencyKey: request.idempotencyKey,
    requestHash: requestHash({
      ...fields,
      payer,
      source: hashedPart(source),
      ...(keepsCard && { keepsCard }),
    }),
    payer: { ...payer, address: request.address },
    source,
    gateway: gateway.name,
    currency: body.currency,
    canChallenge: gateway.capabilities.challenge,
    keepCardFor: keepsCard ? request.sessionId : null,
    savedCardId: null,
    language: request.language,
  };
}

function hashedPart(source: CardSource) {
  if (source.kind === "token") return { kind: "token" } as const;
  const { bin, last4 } = cardSummary(source.number);
  return { kind: "card", bin, last4 } as const;
}
