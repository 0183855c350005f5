import type { Language } from "#contract/common.ts";
import { ok, type Result, refuse } from "#server/kit/result.ts";
import type { SavedSource } from "../gateways/gateway.ts";
import type { PaymentsNeeds } from "../needs.ts";
import { openToken } from "../purchase/keep-card.ts";
import { type OpenRefusal, type Order, openIntent } from "../purchase/open-intent.ts";
import { type PaymentView, viewPayment } from "../purchase/payment-status.ts";
import { submitOnce } from "../purchase/submit-sale.ts";
import { requestHash } from "../rules/request-hash.ts";
import { intentById } from "../store/admin-payments.ts";
import { cardsOfSession, type SavedCard, savedCardOf } from "../store/saved-cards.ts";
import { hasExpired } from "./saved-cards.ts";

/** A purchase by one press: what is bought, and with which card of the fan's. */
export type SavedCardRequest = {
  fanId: number;
  cardId: number;
  packageId: number;
  /** The price that the fan was shown, in dollars. */
  amount: number;
  orderId: string;
  idempotencyKey: string | null;
  address: string;
  language: Language;
  sessionId: string;
};

export type SavedCardRefusal =
  | OpenRefusal
  | { code: "saved_card_not_found" }
  | { code: "saved_card_expired" }
  | { code: "saved_card_confirm" }
  | { code: "email_needed" };

export type SavedCardResult = Result<{ payment: PaymentView }, SavedCardRefusal>;

/**
 * Buys with a card that the gateway keeps. A session in which the card was not entered has to re-authenticate once. The
 * rules of every payment hold, and limits of one press beside them. A repeated request gets its first payment.
 */
export async function payWithSavedCard(
  needs: PaymentsNeeds,
  request: SavedCardRequest,
): Promise<SavedCardResult> {
  const { fanId, sessionId } = request;
  const card = await savedCardOf(needs.db, fanId, request.cardId);
  const token = card && openToken(needs, card);
  if (!card || !token || !needs.gateways[card.gateway]?.vault)
    return refuse({ code: "saved_card_not_found" });
  if (hasExpired(needs, card)) return refuse({ code: "saved_card_expired" });
  if (!(await cardsOfSession(needs.db, sessionId)).has(card.id))
    return refuse({ code: "saved_card_confirm" });
  const email = (await needs.accounts.byId(needs.db, fanId))?.email;
  if (!email) return refuse({ code: "email_needed" });
  const order = orderOf(request, card, await sourceOf(needs, card, token), email);
  const opened = await openIntent(needs, order);
  if (!opened.ok) return opened;
  const intent = await submitOnce(needs, opened, order);
  return ok({ payment: await viewPayment(needs, needs.db, intent) });
}

async function sourceOf(needs: PaymentsNeeds, card: SavedCard, token: string): Promise<SavedSource> {
  const first = await intentById(needs.db, card.intent_id);
  return {
    kind: "saved",
    token,
    firstSale: first?.gateway_reference ?? null,
    card: { brand: card.brand ?? "card", bin: null, last4: card.last4 ?? "0000" },
  };
}

/** The gateway has the name and the address of the bill with the card. */
const keptWithCard = {
  ...{ name: null, phone: null, address1: null, city: null, state: null, zip: null, country: null },
};

function orderOf(
  { fanId, packageId, amount, orderId, idempotencyKey, address, language }: SavedCardRequest,
  card: SavedCard,
  source: SavedSource,
  email: string,
): Order {
  const hashed = { kind: "saved", cardId: card.id } as const;
  return {
    ...{ fanId, packageId, amount, orderId, idempotencyKey, language, source },
    requestHash: requestHash({ packageId, amount, orderId, payer: {}, source: hashed }),
    description: null,
    payer: { ...keptWithCard, email, address },
    gateway: card.gateway,
    currency: "USD",
    canChallenge: false,
    keepCardFor: null,
    savedCardId: card.id,
  };
}
