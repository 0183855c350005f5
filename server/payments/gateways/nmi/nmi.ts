import { z } from "zod";
import { toCents, toDecimal } from "../../rules/prices.ts";
import { saleTimeoutMs } from "../../rules/waiting.ts";
import type {
  Callback,
  CallbackResult,
  CardFacts,
  CardSource,
  Gateway,
  Outcome,
  PaymentSource,
  Sale,
} from "../gateway.ts";
import {
  isSignedWebhook,
  type NmiTransaction,
  readChargebacks,
  readReply,
  readTransactions,
} from "./nmi-wire.ts";

export type NmiSettings = {
  /** Base address of the API without a trailing slash, `https://secure.nmi.com`; asked for at each call. */
  apiUrl: () => string;
  /** Key of the Payment and the Query API. */
  securityKey: string;
  /** Key that signs webhooks. */
  webhookKey: string;
  /** The public key of its card fields; null where cards are not to be taken by them. */
  tokenizationKey: string | null;
  /** How long the answer to a sale, and to a question, is awaited, ms. */
  timeoutMs?: number;
  queryTimeoutMs?: number;
  fetch?: typeof fetch;
};

/**
 * The adapter of NMI's Payment API (`transact.php`, forms both ways), Query API (`query.php`, XML) and webhooks. Our
 * reference is its `orderid`. A sale is sent once; every answer but a clear one is `unknown`.
 */
export function createNmi(settings: NmiSettings): Gateway {
  const { tokenizationKey: key } = settings;
  return {
    name: "nmi",
    capabilities: { takes: [{ method: "card", purpose: "tokens", currency: "USD" }], challenge: false },
    ...(key ? { hostedFields: { script: `${settings.apiUrl()}/token/Collect.js`, key } } : {}),
    start: (sale, source) => start(settings, sale, source),
    fetch: (reference) => query(settings, reference),
    refund: (reference) => refund(settings, reference),
    parseCallback: (callback) => parseCallback(settings.webhookKey, callback),
    acknowledge: (result) => acknowledgements[result.ok ? "ok" : result.refusal],
  };
}

const acknowledgements = {
  ok: { status: 200, body: "OK" },
  bad_signature: { status: 401, body: "bad signature" },
  malformed: { status: 400, body: "malformed" },
} as const;

async function start(settings: NmiSettings, sale: Sale, source: PaymentSource): Promise<Outcome> {
  const answer = await post(
    settings,
    "/api/transact.php",
    saleForm(sale, source),
    settings.timeoutMs ?? saleTimeoutMs,
  );
  const reply = answer.status === 200 ? readReply(answer.text) : null;
  if (!reply || (reply.orderId !== null && reply.orderId !== sale.reference))
    return { kind: "unknown", detail: answer.detail };
  const gatewayReference = reply.transactionId;
  if (reply.response === "1" && gatewayReference) {
    // The answer names no sum; an approval is one of the whole amount that was asked for.
    const { amountCents, currency } = sale;
    const card = await cardBehind(settings, sale, source);
    return { kind: "approved", gatewayReference, amountCents, currency, card };
  }
  if (isRefusal(reply)) {
    const card = await cardBehind(settings, sale, source);
    return { kind: "declined", gatewayReference, code: `nmi ${reply.responseCode}`, card };
  }
  return { kind: "unknown", detail: `response code ${reply.responseCode}` };
}

/** A token hides its card, whose tries are counted all the same; null where it cannot be learnt, or is known already. */
async function cardBehind(
  settings: NmiSettings,
  sale: Sale,
  source: PaymentSource,
): Promise<CardFacts | null> {
  if (source.kind !== "token") return null;
  const found = await find(settings, sale.reference);
  return "kind" in found ? null : receiptOf(found);
}

/** Declines by the bank, and what the gateway itself rejects; from 400 on the processor may or may not have acted. */
function isRefusal({ response, responseCode }: { response: string; responseCode: string }): boolean {
  return response === "2" || (response === "3" && Number(responseCode) < 400 && responseCode !== "301");
}

function saleForm(sale: Sale, source: PaymentSource): Record<string, string> {
  if (source.kind !== "card" && source.kind !== "token") throw new Error("NMI takes cards only");
  const { payer } = sale;
  const [first = "", ...rest] = (payer.name ?? "").trim().split(/\s+/);
  return {
    type: "sale",
    amount: toDecimal(sale.amountCents),
    currency: sale.currency,
    payment: "creditcard",
    ...cardForm(source),
    orderid: sale.reference,
    orderdescription: sale.description,
    // The search for duplicates by card and amount would refuse the second pack of the same size; ours is by order.
    dup_seconds: "0",
    firstname: first,
    lastname: rest.join(" "),
    address1: payer.address1 ?? "",
    city: payer.city ?? "",
    state: payer.state ?? "",
    zip: payer.zip ?? "",
    country: payer.country ?? "",
    phone: payer.phone ?? "",
    email: payer.email,
    ipaddress: payer.address,
  };
}

function cardForm(source: CardSource): Record<string, string> {
  if (source.kind === "token") return { payment_token: source.token };
  const month = String(source.expiryMonth).padStart(2, "0");
  const year = String(source.expiryYear % 100).padStart(2, "0");
  return { ccnumber: source.number, ccexp: `${month}${year}`, cvv: source.cvc };
}

async function find(settings: NmiSettings, reference: string): Promise<NmiTransaction | Outcome> {
  const form = { order_id: reference };
  const answer = await post(settings, "/api/query.php", form, settings.queryTimeoutMs ?? 5_000);
  const transactions = answer.status === 200 ? readTransactions(answer.text) : null;
  if (!transactions) return { kind: "unknown", detail: answer.detail };
  const [transaction] = transactions.filter(({ order_id }) => order_id === reference);
  return transaction ?? { kind: "not_found" };
}

async function query(settings: NmiSettings, reference: string): Promise<Outcome> {
  const found = await find(settings, reference);
  return "kind" in found ? found : outcomeOf(found);
}

/** What is not settled with the bank yet is voided, all else refunded; either way the payer has their money. */
async function refund(settings: NmiSettings, reference: string): Promise<Outcome> {
  const found = await find(settings, reference);
  if ("kind" in found) return found;
  const current = outcomeOf(found);
  if (current.kind !== "approved") return current;
  const type = found.condition === "complete" ? "refund" : "void";
  const form = { type, transactionid: found.transaction_id };
  const answer = await post(settings, "/api/transact.php", form, settings.timeoutMs ?? saleTimeoutMs);
  const reply = answer.status === 200 ? readReply(answer.text) : null;
  if (reply?.response !== "1") return { kind: "unknown", detail: answer.detail };
  const { gatewayReference, amountCents, currency } = current;
  return { kind: "refunded", gatewayReference, amountCents, currency, sequence: null };
}

/** What became of a sale, by what was done with it: money that went back counts most, then money that came. */
function outcomeOf({
  transaction_id: gatewayReference,
  condition,
  currency,
  action,
  ...card
}: NmiTransaction): Outcome {
  const done = (...types: string[]) =>
    action.find(({ action_type, success }) => success === "1" && types.includes(action_type));
  const sale = done("sale", "capture");
  const back = done("refund", "void", "credit");
  const amountCents = toCents(Math.abs(Number((back?.action_type === "refund" ? back : sale)?.amount)));
  if (sale && amountCents !== null) {
    const sum = { gatewayReference, amountCents, currency };
    return back
      ? { kind: "refunded", ...sum, sequence: null }
      : { kind: "approved", ...sum, card: receiptOf(card) };
  }
  switch (condition) {
    case "failed": {
      const code = action.at(-1)?.response_code || "failed";
      return { kind: "declined", gatewayReference, code: `nmi ${code}`, card: receiptOf(card) };
    }
    case "canceled":
    case "abandoned":
      return { kind: "cancelled", gatewayReference };
    case "pending":
    case "in_progress":
      return { kind: "pending", gatewayReference, checkoutUrl: null };
    default:
      return { kind: "unknown", detail: `condition ${condition}`.slice(0, 80) };
  }
}

/** What a receipt shows of a card; the gateway itself masks its number. */
function receiptOf({
  cc_number,
  cc_bin,
  cc_type,
}: Pick<NmiTransaction, "cc_number" | "cc_bin" | "cc_type">): CardFacts | null {
  const last4 = /(\d{4})$/.exec(cc_number)?.[1];
  if (!last4) return null;
  const bin = cc_number.length >= 15 && /^\d{6}/.test(cc_bin) ? cc_bin.slice(0, 6) : null;
  return { brand: cc_type.slice(0, 20) || "card", bin, last4 };
}

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
      })
      .optional(),
  }),
});

/**
 * A webhook tells of one action. What it leaves out is asked for: a notice without an action, and one of any type but
 * sales and money that went back, is taken as a reason to ask.
 */
function parseCallback(signingKey: string, { rawBody, headers }: Callback): CallbackResult {
  if (!isSignedWebhook(signingKey, rawBody, headers["webhook-signature"]))
    return { ok: false, refusal: "bad_signature" };
  const json = parseJson(rawBody.toString("utf8"));
  const batch = readChargebacks(json);
  if (batch) return { ok: true, kind: "chargebacks", chargebacks: batch };
  const parsed = webhook.safeParse(json);
  if (!parsed.success) return { ok: false, refusal: "malformed" };
  const { event_id: dedupeKey, event_type, event_body } = parsed.data;
  const { order_id: reference, transaction_id, currency, action, card } = event_body;
  const outcome: Outcome = action
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

type WebhookFacts = {
  transaction_id: string;
  currency: string;
  amount: string;
  code: string;
  card: { cc_number: string; cc_bin: string; cc_type: string } | undefined;
};

function webhookOutcome(eventType: string, event: WebhookFacts): Outcome {
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

type Answer = { status: number | null; text: string; detail: string };

/** One HTTP call. An error is named only: its message might quote what was sent. */
async function post(
  { apiUrl, securityKey, fetch: send = fetch }: NmiSettings,
  path: string,
  form: Record<string, string>,
  timeoutMs: number,
): Promise<Answer> {
  try {
    const response = await send(`${apiUrl()}${path}`, {
      method: "POST",
      body: new URLSearchParams({ security_key: securityKey, ...form }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: "error",
    });
    return { status: response.status, text: await response.text(), detail: `status ${response.status}` };
  } catch (error) {
    return { status: null, text: "", detail: error instanceof Error ? error.name : "error" };
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
