import { z } from "zod";
import { toCents } from "../../rules/prices.ts";
import type { Callback, CallbackResult, Outcome } from "../gateway.ts";
import { looseNumber, looseText } from "../loose-fields.ts";
import { noted } from "../noted.ts";
import { isConfirmationWanted, receiptOf } from "./nmi-outcome.ts";
import { currencyOf, isSignedWebhook, readChargebacks } from "./nmi-wire.ts";

const envelope = z.object({ event_id: looseText, event_type: looseText, event_body: z.unknown() });
const transactionBody = z.object({
  transaction_id: looseText,
  order_id: looseText,
  currency: looseText,
  card: z.object({ cc_number: looseText, cc_bin: looseText, cc_type: looseText }).nullish().catch(null),
  action: z
    .object({ amount: looseNumber, response_code: looseText, processor_response_code: looseText })
    .nullish()
    .catch(null),
});
type TransactionBody = z.output<typeof transactionBody>;

/** Events of a merchant's account that change no payment of ours. A batch that could not be settled is none of them. */
const others = /^(settlement\.batch\.complete|recurring\.|acu\.|networktoken\.)/;

/**
 * A webhook reports one action. The gateway is asked for details that it leaves out: a notice without an action, and
 * one of any type but sales and money that went back, is taken as a reason to ask. `asksBanks`: a sale that the bank
 * wants confirmed has not failed, because the payer is being asked. A signed notice is never refused: an event that
 * is not understood is noted. Sources: docs.nmi.com, "Webhooks" (the signature, the list of events, and their
 * bodies).
 */
export function parseWebhook(
  signingKey: string,
  { rawBody, headers }: Callback,
  asksBanks: boolean,
): CallbackResult {
  if (!isSignedWebhook(signingKey, rawBody, headers["webhook-signature"]))
    return { ok: false, refusal: "bad_signature" };
  const event = envelope.safeParse(parseJson(rawBody.toString("utf8"))).data;
  if (!event) return noted(rawBody, {});
  const { event_id, event_type, event_body } = event;
  if (event_type === "chargeback.batch.complete") return chargebacksIn(rawBody, event_type, event_body);
  const isTransaction = event_type.startsWith("transaction.");
  const body = isTransaction ? transactionBody.safeParse(event_body).data : undefined;
  const about = { event: event_type, id: event_id, transaction: body?.transaction_id ?? "" };
  if (!body?.transaction_id) return noted(rawBody, about, { isKnown: others.test(event_type) });
  return {
    ok: true,
    kind: "report",
    dedupeKey: event_id || noted(rawBody, about).dedupeKey,
    reference: body.order_id,
    outcome: webhookOutcome(event_type, body, asksBanks),
  };
}

function chargebacksIn(rawBody: Buffer, event: string, body: unknown): CallbackResult {
  const read = readChargebacks(body);
  if (!read) return noted(rawBody, { event });
  const { chargebacks, unread } = read;
  const rest = unread > 0 ? noted(rawBody, { event, unread: String(unread) }) : null;
  return { ok: true, kind: "chargebacks", chargebacks, rest };
}

function webhookOutcome(eventType: string, body: TransactionBody, asksBanks: boolean): Outcome {
  const { transaction_id: gatewayReference, action } = body;
  const unknown: Outcome = { kind: "unknown", detail: eventType.slice(0, 80) };
  if (!action) return unknown;
  const amountCents = action.amount === null ? null : toCents(Math.abs(action.amount));
  const card = body.card ? receiptOf(body.card) : null;
  if (amountCents === null) return { kind: "unknown", detail: "no amount" };
  const sum = { gatewayReference, amountCents, currency: currencyOf(body.currency) };
  switch (eventType) {
    case "transaction.sale.success":
      return { kind: "approved", ...sum, card };
    case "transaction.sale.failure":
      return asksBanks && isConfirmationWanted(action.processor_response_code)
        ? unknown
        : { kind: "declined", gatewayReference, code: `nmi ${action.response_code}`, card };
    case "transaction.refund.success":
    case "transaction.void.success":
      return { kind: "refunded", ...sum, sequence: null };
    default:
      return unknown;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
