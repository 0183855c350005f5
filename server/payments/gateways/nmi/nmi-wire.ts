import { createHmac, timingSafeEqual } from "node:crypto";
import { XMLParser } from "fast-xml-parser";
import { z } from "zod";
import { toCents } from "../../rules/prices.ts";
import type { Chargeback } from "../gateway.ts";
import { looseNumber, looseText } from "../loose-fields.ts";

/** The answer of the Payment API: `response` is 1 approved, 2 declined, 3 error; `response_code` gives the reason. */
export type NmiReply = {
  response: "1" | "2" | "3";
  responseCode: string;
  transactionId: string | null;
  orderId: string | null;
  /** The bank's own answer, where the gateway passes it on. */
  processorCode: string;
};

const replyShape = z.object({
  response: z.enum(["1", "2", "3"]),
  response_code: z.string().regex(/^\d{3}$/),
  transactionid: looseText,
  orderid: looseText,
  processor_response_code: looseText,
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
  amount: looseText,
  action_type: looseText,
  success: looseText,
  response_code: looseText,
  processor_response_code: looseText,
});
const transactionShape = z.object({
  transaction_id: z.string().min(1),
  order_id: looseText,
  condition: looseText,
  currency: looseText.transform(currencyOf).refine((currency) => /^[A-Z]{3}$/.test(currency)),
  cc_number: looseText,
  cc_bin: looseText,
  cc_type: looseText,
  action: z.array(action).default([]),
});

/** The currency that NMI names, in capitals; an account that names none is in USD. */
export function currencyOf(named: string): string {
  return named.trim() === "" ? "USD" : named.trim().toUpperCase();
}

/** A transaction in an answer of `query.php`, with everything that was done with it. */
export type NmiTransaction = z.output<typeof transactionShape>;

// No value is made a number, no entity of a document type is expanded.
const parser = new XMLParser({
  parseTagValue: false,
  processEntities: false,
  isArray: (name) => name === "transaction" || name === "action" || name === "customer",
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

const customerShape = z
  .object({
    customer_vault_id: looseText,
    cc_number: looseText.refine((number) => /\d{4}$/.test(number)),
    cc_exp: looseText.refine((date) => /^(0[1-9]|1[0-2])\d{2}$/.test(date)),
  })
  .transform(({ customer_vault_id: id, cc_number, cc_exp }) => ({
    id,
    card: {
      last4: cc_number.slice(-4),
      expiryMonth: Number(cc_exp.slice(0, 2)),
      expiryYear: 2000 + Number(cc_exp.slice(2)),
    },
  }));

/** Reads an answer of `query.php` about the Customer Vault: its cards, masked; null for anything else. */
export function readVaultCustomers(text: string): z.output<typeof customerShape>[] | null {
  const empty = z.string().refine((inside) => inside.trim() === "");
  const vault = z.object({ customer: z.array(customerShape) });
  const root = z.object({
    nm_response: z.union([empty, z.object({ customer_vault: z.union([empty, vault]) })]),
  });
  const parsed = root.safeParse(parseXml(text));
  if (!parsed.success) return null;
  const { nm_response } = parsed.data;
  if (typeof nm_response === "string" || typeof nm_response.customer_vault === "string") return [];
  return nm_response.customer_vault.customer;
}

function parseXml(text: string): unknown {
  try {
    return parser.parse(text, true);
  } catch {
    return null;
  }
}

const chargebackBatch = z.object({ chargebacks: z.array(z.unknown()) });
const chargebackEntry = z.object({
  id: looseText.refine((id) => id !== ""),
  date: looseText,
  cc_number: looseText.refine((number) => /\d{4}$/.test(number)),
  amount: looseNumber,
});

/**
 * Reads the body of a webhook of type `chargeback.batch.complete`, and counts the entries that cannot be read; null where
 * it has none at all. An entry names the masked card, the sum and the day, but neither transaction nor order nor currency:
 * accounts are in USD.
 */
export function readChargebacks(body: unknown): { chargebacks: Chargeback[]; unread: number } | null {
  const entries = chargebackBatch.safeParse(body).data?.chargebacks;
  if (!entries) return null;
  const chargebacks = entries.flatMap((entry) => readChargeback(entry) ?? []);
  return { chargebacks, unread: entries.length - chargebacks.length };
}

function readChargeback(entry: unknown): Chargeback | null {
  const read = chargebackEntry.safeParse(entry).data;
  const amountCents = read && read.amount !== null ? toCents(Math.abs(read.amount)) : null;
  if (!read || amountCents === null) return null;
  const { id, date, cc_number } = read;
  return { dedupeKey: `chargeback:${id}:${date}`, last4: cc_number.slice(-4), amountCents, currency: "USD" };
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
  const match = /^t=([^,\s]{1,80}),\s*s=([0-9a-f]{64})$/.exec(typeof header === "string" ? header : "");
  if (!match) return false;
  const [, nonce = "", signature = ""] = match;
  const expected = createHmac("sha256", signingKey).update(`${nonce}.`).update(rawBody).digest();
  return timingSafeEqual(expected, Buffer.from(signature, "hex"));
}
