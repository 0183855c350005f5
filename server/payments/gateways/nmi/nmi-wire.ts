import { createHmac, timingSafeEqual } from "node:crypto";
import { XMLParser } from "fast-xml-parser";
import { z } from "zod";
import { toCents } from "../../rules/prices.ts";
import type { Chargeback } from "../gateway.ts";

/** What the Payment API answers: `response` 1 approved, 2 declined, 3 error; `response_code` gives the reason. */
export type NmiReply = {
  response: "1" | "2" | "3";
  responseCode: string;
  transactionId: string | null;
  orderId: string | null;
  /** What the bank itself answered, where the gateway passes it on. */
  processorCode: string;
};

const replyShape = z.object({
  response: z.enum(["1", "2", "3"]),
  response_code: z.string().regex(/^\d{3}$/),
  transactionid: z.string().max(40).default(""),
  orderid: z.string().max(80).default(""),
  processor_response_code: z.string().max(20).default(""),
});

/** Reads an answer of `transact.php`, `response=1&responsetext=SUCCESS&…`; null for anything else. */
export function readReply(text: string): NmiReply | null {
  const parsed = replyShape.safeParse(Object.fromEntries(new URLSearchParams(text.trim())));
  if (!parsed.success) return null;
  const { response, response_code: responseCode, transactionid, orderid } = parsed.data;
  return {
    response,
    responseCode,
    transactionId: transactionid || null,
    orderId: orderid || null,
    processorCode: parsed.data.processor_response_code,
  };
}

const action = z.object({
  amount: z.string(),
  action_type: z.string(),
  success: z.string(),
  response_code: z.string().default(""),
  processor_response_code: z.string().default(""),
});
const transactionShape = z.object({
  transaction_id: z.string().min(1).max(40),
  order_id: z.string().max(80),
  condition: z.string(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  cc_number: z.string().default(""),
  cc_bin: z.string().default(""),
  cc_type: z.string().default(""),
  action: z.array(action),
});

/** A transaction in an answer of `query.php`, with everything that was done with it. */
export type NmiTransaction = z.output<typeof transactionShape>;

// No value is made a number, no entity of a document type is expanded.
const parser = new XMLParser({
  parseTagValue: false,
  processEntities: false,
  isArray: (name) => name === "transaction" || name === "action",
});

/** Reads an answer of `query.php`: its transactions, none where the order is not known; null for anything else. */
export function readTransactions(text: string): NmiTransaction[] | null {
  const root = z.object({
    nm_response: z.union([z.string(), z.object({ transaction: z.array(z.unknown()) })]),
  });
  const parsed = root.safeParse(parseXml(text));
  if (!parsed.success) return null;
  const { nm_response } = parsed.data;
  if (typeof nm_response === "string") return nm_response.trim() === "" ? [] : null;
  const transactions = z.array(transactionShape).safeParse(nm_response.transaction);
  return transactions.success ? transactions.data : null;
}

function parseXml(text: string): unknown {
  try {
    return parser.parse(text, true);
  } catch {
    return null;
  }
}

const chargebackBatch = z.object({
  event_type: z.literal("chargeback.batch.complete"),
  event_body: z.object({
    chargebacks: z
      .array(
        z.object({
          id: z.coerce.string().min(1).max(40),
          date: z.string().max(40),
          cc_number: z.string().regex(/\d{4}$/),
          amount: z.coerce.string(),
        }),
      )
      .max(1_000),
  }),
});

/**
 * Reads a webhook of type `chargeback.batch.complete`; null for any other, and where an entry cannot be read. An entry
 * names the masked card, the sum and the day, but neither transaction nor order nor currency: accounts are in USD.
 */
export function readChargebacks(json: unknown): Chargeback[] | null {
  const parsed = chargebackBatch.safeParse(json);
  if (!parsed.success) return null;
  const read = parsed.data.event_body.chargebacks.map(({ id, date, cc_number, amount }) => {
    const amountCents = toCents(Math.abs(Number(amount)));
    const entry = { dedupeKey: `chargeback:${id}:${date}`, last4: cc_number.slice(-4), currency: "USD" };
    return amountCents === null ? null : { ...entry, amountCents };
  });
  const entries = read.filter((entry) => entry !== null);
  return entries.length === read.length ? entries : null;
}

/**
 * Is a webhook signed by the merchant's signing key? `Webhook-Signature: t=<nonce>,s=hex(HMAC-SHA256(key, nonce + "." +
 * body))`; `t` is a nonce and no time, so copies are recognised by their `event_id`.
 */
export function isSignedWebhook(
  signingKey: string,
  rawBody: Buffer,
  header: string | string[] | undefined,
): boolean {
  const match = /^t=([\w-]{1,80}),s=([0-9a-f]{64})$/.exec(typeof header === "string" ? header : "");
  if (!match) return false;
  const [, nonce = "", signature = ""] = match;
  const expected = createHmac("sha256", signingKey).update(`${nonce}.`).update(rawBody).digest();
  return timingSafeEqual(expected, Buffer.from(signature, "hex"));
}
