import { z } from "zod";
import { toCents } from "../../rules/prices.ts";
import type { Callback, CallbackResult, Outcome } from "../gateway.ts";
import { isConfirmationWanted, receiptOf } from "./nmi-outcome.ts";
import { isSignedWebhook, readChargebacks } from "./nmi-wire.ts";

const webhook = z.object({
  event_id: z.string().min(1).max(80),
  event_type: z.string().max(80),
  event_body: z.object({
    transaction_id: z.string().min(1).max(40),
    order_id: z.string().max(80),
    condition: z.string().default(""),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .default("USD"),
    card: z
      .object({
        cc_number: z.string().default(""),
        cc_bin: z.string().default(""),
        cc_type: z.string().default(""),
      })
      .optional(),
    action: z
      .object({
        amount: z.string(),
        action_type: z.string(),
        success: z.string(),
        response_code: z.string().default(""),
        processor_response_code: z.string().default(""),
      })
      .optional(),
  }),
});

/**
 * A webhook reports one action. What it leaves out is asked for: a notice without an action, and one of any type but
 * sales and money that went back, is taken as a reason to ask. `asksBanks`: a sale that the bank wants confirmed has not
 * failed, the payer is being asked.
 */
export function parseWebhook(
  signingKey: string,
  { rawBody, headers }: Callback,
  asksBanks: boolean,
): CallbackResult {
  if (!isSignedWebhook(signingKey, rawBody, headers["webhook-signature"]))
    return { ok: false, refusal: "bad_signature" };
  const json = parseJson(rawBody.toString("utf8"));
  const batch = readChargebacks(json);
  if (batch) return { ok: true, kind: "chargebacks", chargebacks: batch };
  const parsed = webhook.safeParse(json);
  if (!parsed.success) return { ok: false, refusal: "malformed" };
  const { event_id: dedupeKey, event_type, event_body } = parsed.data;
  const { order_id: reference, transaction_id, currency, action, card } = event_body;
  const waits =
    asksBanks &&
    event_type === "transaction.sale.failure" &&
    isConfirmationWanted(action?.processor_response_code);
  const outcome: Outcome =
    action && !waits
      ? webhookOutcome(event_type, {
          transaction_id,
          currency,
          amount: action.amount,
          code: action.response_code,
          card,
        })
      : { kind: "unknown", detail: event_type };
  return { ok: true, kind: "report", dedupeKey, reference, outcome };
}

type WebhookDetails = {
  transaction_id: string;
  currency: string;
  amount: string;
  code: string;
  card: { cc_number: string; cc_bin: string; cc_type: string } | undefined;
};

function webhookOutcome(eventType: string, event: WebhookDetails): Outcome {
  const gatewayReference = event.transaction_id;
  const amountCents = toCents(Math.abs(Number(event.amount)));
  const card = event.card ? receiptOf(event.card) : null;
  if (amountCents === null) return { kind: "unknown", detail: "no amount" };
  const sum = { gatewayReference, amountCents, currency: event.currency };
  switch (eventType) {
    case "transaction.sale.success":
      return { kind: "approved", ...sum, card };
    case "transaction.sale.failure":
      return { kind: "declined", gatewayReference, code: `nmi ${event.code}`, card };
    case "transaction.refund.success":
    case "transaction.void.success":
      return { kind: "refunded", ...sum, sequence: null };
    default:
      return { kind: "unknown", detail: eventType.slice(0, 80) };
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
