import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { toCents, toDecimal } from "../rules/prices.ts";
import { saleTimeoutMs } from "../rules/waiting.ts";
import type {
  Callback,
  CallbackResult,
  Gateway,
  HostedFields,
  Outcome,
  PartAnswer,
  PaymentSource,
  Sale,
} from "./gateway.ts";
import { noted } from "./noted.ts";

export type SandboxSettings = {
  /** Base address of the processor's API, without a trailing slash; asked for at each call. */
  url: () => string;
  apiKey: string;
  callbackSecret: string;
  hostedFields?: HostedFields;
  /** How long the answer to a sale is awaited. */
  timeoutMs?: number;
  /** How long the answer to a question is awaited. */
  queryTimeoutMs?: number;
  fetch?: typeof fetch;
};

const saleShape = z.object({
  id: z.string().min(1).max(80),
  reference: z.string().min(1).max(64),
  status: z.enum([
    "requires_action",
    "approved",
    "declined",
    "cancelled",
    "expired",
    "refunded",
    "charged_back",
    "chargeback_reversed",
  ]),
  amount: z.string().regex(/^\d{1,7}\.\d{2}$/),
  /** The refunds of the sale. */
  refunded: z
    .string()
    .regex(/^\d{1,7}\.\d{2}$/)
    .optional(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  decline_code: z.string().max(80).nullable(),
  card: z.object({
    brand: z.string().max(20),
    bin: z
      .string()
      .regex(/^\d{6}$/)
      .nullable(),
    last4: z.string().regex(/^\d{4}$/),
  }),
  checkout_url: z.url().nullable().optional(),
  /** How many changes the sale has seen; reports without it are not ordered. */
  sequence: z.int().min(1).max(2_000_000_000).optional(),
});
type SandboxSale = z.output<typeof saleShape>;

const refusalShape = z.object({ error: z.string().max(80) });
const callbackShape = z.object({ event_id: z.uuid(), event_type: z.string(), sale: saleShape });

/**
 * The adapter of the simulated processor. JSON both ways, bearer key; a sale is sent once and every answer but a clear
 * one is `unknown`. Callbacks carry `Sandbox-Signature: n=<nonce>,s=hex(HMAC-SHA256(secret, nonce + "." + body))`;
 * the nonce is no time, so duplicates are recognised by `event_id`.
 */
export function createSandboxGateway(settings: SandboxSettings): Gateway {
  return {
    name: "sandbox",
    capabilities: { takes: [{ method: "card", purpose: "tokens", currency: "USD" }], challenge: true },
    ...(settings.hostedFields ? { hostedFields: settings.hostedFields } : {}),
    vault: {
      keep: (token, { reference }) => keep(settings, token, reference),
      forget: async (card) => (await callCards(settings, "forget", { card })).status === 204,
    },
    start: (sale, source) => start(settings, sale, source),
    fetch: (reference) => query(settings, reference),
    refund: (reference) => refund(settings, reference),
    partRefunds: {
      refunded: (reference) => refunded(settings, reference),
      refundUpTo: (reference, totalCents) => refundUpTo(settings, reference, totalCents),
    },
    parseCallback: (callback) => parseCallback(settings.callbackSecret, callback),
    acknowledge: (result) => acknowledgements[result.ok ? "ok" : result.refusal],
  };
}

const acknowledgements = {
  ok: { status: 200, body: "OK" },
  bad_signature: { status: 401, body: "bad signature" },
  malformed: { status: 400, body: "malformed" },
} as const;

async function start(settings: SandboxSettings, sale: Sale, source: PaymentSource): Promise<Outcome> {
  const body = JSON.stringify(saleBody(sale, source));
  const reply = await call(settings, "/v1/sales", settings.timeoutMs ?? saleTimeoutMs, {
    method: "POST",
    body,
  });
  // Only these codes mean that no sale was made; after any other failure there may be one.
  if (reply.error === "bad_request" || reply.error === "unknown_token")
    return { kind: "declined", gatewayReference: null, code: reply.error, card: null };
  return outcomeOfReply(reply, sale.reference);
}

function saleBody(sale: Sale, source: PaymentSource) {
  if (source.kind !== "card" && source.kind !== "token" && source.kind !== "saved")
    throw new Error("the sandbox processor takes cards only");
  const { name, address, ...billing } = sale.payer;
  return {
    reference: sale.reference,
    order_id: sale.orderId,
    amount: toDecimal(sale.amountCents),
    currency: sale.currency,
    description: sale.description,
    ...(source.kind === "saved" && { saved_card: source.token }),
    ...(source.kind === "token" && { token: source.token }),
    ...(source.kind === "card" && {
      card: {
        number: source.number,
        expiry_month: source.expiryMonth,
        expiry_year: source.expiryYear,
        cvc: source.cvc,
        holder: name,
      },
    }),
    billing: { ...billing, ip: address },
    return_url: sale.returnUrls.succeeded,
    challenge: sale.challenge,
    language: sale.language,
  };
}

const keptShape = z.object({
  last4: z.string().regex(/^\d{4}$/),
  expiry_month: z.int().min(1).max(12),
  expiry_year: z.int().min(2000).max(2199),
});

async function keep(settings: SandboxSettings, card: string, reference: string) {
  const { status, text } = await callCards(settings, "keep", { card, reference });
  if (status === 409) return "refused" as const;
  const kept = keptShape.safeParse(parseJson(text));
  if (status !== 200 || !kept.success) return null;
  const { last4, expiry_month: expiryMonth, expiry_year: expiryYear } = kept.data;
  return { last4, expiryMonth, expiryYear };
}

/** A call about a card that the processor keeps, whose number stands in no address, since addresses are logged. */
async function callCards(
  settings: SandboxSettings,
  what: "keep" | "forget",
  order: object,
): Promise<{ status: number | null; text: string }> {
  const headers = { authorization: `Bearer ${settings.apiKey}`, "content-type": "application/json" };
  const signal = AbortSignal.timeout(settings.queryTimeoutMs ?? 5_000);
  try {
    const send = settings.fetch ?? fetch;
    const request = {
      method: "POST",
      body: JSON.stringify(order),
      headers,
      signal,
      redirect: "error",
    } as const;
    const response = await send(`${settings.url()}/v1/cards/${what}`, request);
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: null, text: "" };
  }
}

async function query(settings: SandboxSettings, reference: string): Promise<Outcome> {
  const path = `/v1/sales/${encodeURIComponent(reference)}`;
  const reply = await call(settings, path, settings.queryTimeoutMs ?? 5_000, { method: "GET" });
  if (reply.error === "no_such_sale") return { kind: "not_found" };
  return outcomeOfReply(reply, reference);
}

async function refund(settings: SandboxSettings, reference: string): Promise<Outcome> {
  const path = `/v1/sales/${encodeURIComponent(reference)}/refund`;
  const reply = await call(settings, path, settings.timeoutMs ?? 15_000, { method: "POST", body: "{}" });
  return outcomeOfReply(reply, reference);
}

async function refunded(settings: SandboxSettings, reference: string): Promise<number | null> {
  const path = `/v1/sales/${encodeURIComponent(reference)}`;
  const { sale } = await call(settings, path, settings.queryTimeoutMs ?? 5_000, { method: "GET" });
  return sale?.reference === reference ? centsBack(sale) : null;
}

async function refundUpTo(
  settings: SandboxSettings,
  reference: string,
  totalCents: number,
): Promise<PartAnswer> {
  const path = `/v1/sales/${encodeURIComponent(reference)}/refund`;
  const body = JSON.stringify({ total: toDecimal(totalCents) });
  const reply = await call(settings, path, settings.timeoutMs ?? 15_000, { method: "POST", body });
  if (reply.error === "not_refundable") return { kind: "refused" };
  if (reply.sale?.reference !== reference || (centsBack(reply.sale) ?? 0) < totalCents)
    return { kind: "unknown" };
  return { kind: "done", gatewayReference: null };
}

const centsBack = ({ refunded: back }: SandboxSale): number | null => toCents(Number(back ?? 0));

function outcomeOfReply({ sale, error, detail }: Reply, reference: string): Outcome {
  if (sale === null) return { kind: "unknown", detail: error ?? detail };
  if (sale.reference !== reference) return { kind: "unknown", detail: "answer about another sale" };
  return outcomeOf(sale);
}

type Reply = { status: number | null; sale: SandboxSale | null; error: string | null; detail: string };

/** One HTTP call. Errors carry their name only: a message might quote what was sent. */
async function call(
  settings: SandboxSettings,
  path: string,
  timeoutMs: number,
  request: { method: "GET" | "POST"; body?: string },
): Promise<Reply> {
  const headers = { authorization: `Bearer ${settings.apiKey}`, "content-type": "application/json" };
  try {
    const send = settings.fetch ?? fetch;
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await send(`${settings.url()}${path}`, {
      ...request,
      headers,
      signal,
      redirect: "error",
    });
    return {
      status: response.status,
      ...readReply(await response.text()),
      detail: `status ${response.status}`,
    };
  } catch (error) {
    const detail = error instanceof Error ? error.name : "error";
    return { status: null, sale: null, error: null, detail };
  }
}

/** A sale, a refusal code, or neither when something else than the processor answered. */
function readReply(text: string): Pick<Reply, "sale" | "error"> {
  const body = parseJson(text);
  const sale = saleShape.safeParse(body);
  const refusal = refusalShape.safeParse(body);
  return { sale: sale.success ? sale.data : null, error: refusal.success ? refusal.data.error : null };
}

function outcomeOf(sale: SandboxSale): Outcome {
  const gatewayReference = sale.id;
  switch (sale.status) {
    case "approved":
      return { kind: "approved", gatewayReference, ...sumOf(sale), card: sale.card };
    case "refunded":
    case "charged_back":
    case "chargeback_reversed":
      return { kind: sale.status, gatewayReference, ...sumOf(sale), sequence: sale.sequence ?? null };
    case "declined":
      return { kind: "declined", gatewayReference, code: sale.decline_code ?? "declined", card: sale.card };
    case "requires_action":
      return { kind: "pending", gatewayReference, checkoutUrl: sale.checkout_url ?? null };
    case "cancelled":
    case "expired":
      return { kind: sale.status, gatewayReference };
  }
}

function sumOf({ amount, currency }: SandboxSale): { amountCents: number; currency: string } {
  const amountCents = toCents(Number(amount));
  if (amountCents === null) throw new Error("an amount of two decimals is always a number of cents");
  return { amountCents, currency };
}

function parseCallback(secret: string, { rawBody, headers }: Callback): CallbackResult {
  if (!isSigned(secret, rawBody, headers["sandbox-signature"]))
    return { ok: false, refusal: "bad_signature" };
  const parsed = callbackShape.safeParse(parseJson(rawBody.toString("utf8")));
  if (!parsed.success) return noted(rawBody, {});
  const { event_id, sale } = parsed.data;
  return {
    ok: true,
    kind: "report",
    dedupeKey: event_id,
    reference: sale.reference,
    outcome: outcomeOf(sale),
  };
}

function isSigned(secret: string, rawBody: Buffer, header: string | string[] | undefined): boolean {
  const match = /^n=([\w-]{8,64}),s=([0-9a-f]{64})$/.exec(typeof header === "string" ? header : "");
  if (!match) return false;
  const [, nonce = "", signature = ""] = match;
  const expected = createHmac("sha256", secret).update(`${nonce}.`).update(rawBody).digest();
  return timingSafeEqual(expected, Buffer.from(signature, "hex"));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
