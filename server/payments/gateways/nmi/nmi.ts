import type { CardDetails, CardSource } from "../../rules/card.ts";
import { toDecimal } from "../../rules/prices.ts";
import type {
  Gateway,
  Outcome,
  PartAnswer,
  PaymentSource,
  Sale,
  SavedSource,
  WaitingSale,
} from "../gateway.ts";
import { budgetOf, type NmiSettings, post, type ThreeDsSettings, transact } from "./nmi-call.ts";
import { decisiveOf, isConfirmationWanted, moneyOf, outcomeOf, receiptOf } from "./nmi-outcome.ts";
import { createVault, savedCardStored, savedCardUsed } from "./nmi-vault.ts";
import { parseWebhook } from "./nmi-webhook.ts";
import { type NmiReply, type NmiTransaction, readTransactions } from "./nmi-wire.ts";
import {
  type CardDrops,
  confirmUrl,
  createCardDrops,
  createConfirmation,
  keepCard,
  vaultIdOf,
} from "./three-ds.ts";

/**
 * The adapter of NMI's Payment API (`transact.php`, forms both ways), Query API (`query.php`, XML) and webhooks. Our
 * reference is its `orderid`. A sale is sent once; every answer but a clear one is `unknown`.
 */
export function createNmi(settings: NmiSettings): Gateway {
  const { tokenizationKey: key, threeDs } = settings;
  const drops = createCardDrops(settings);
  return {
    name: "nmi",
    capabilities: {
      takes: [{ method: "card", purpose: "tokens", currency: "USD" }],
      challenge: threeDs !== null,
    },
    ...(key ? { hostedFields: { script: `${settings.apiUrl()}/token/Collect.js`, key } } : {}),
    vault: createVault(settings),
    start: (sale, source) => start(settings, drops, sale, source),
    fetch: (reference) => query(settings, reference),
    refund: (reference) => refund(settings, reference),
    partRefunds: {
      refunded: (reference) => refunded(settings, reference),
      refundUpTo: (reference, totalCents) => refundUpTo(settings, reference, totalCents),
    },
    ...(threeDs && {
      confirmation: createConfirmation({ ...settings, threeDs }, drops, (sale, form) =>
        charge(settings, sale, form),
      ),
    }),
    parseCallback: (callback) => parseWebhook(settings.webhookKey, callback, threeDs !== null),
    acknowledge: (result) => acknowledgements[result.ok ? "ok" : result.refusal],
    finish: drops.done,
  };
}

const acknowledgements = {
  ok: { status: 200, body: "OK" },
  bad_signature: { status: 401, body: "bad signature" },
  malformed: { status: 400, body: "malformed" },
} as const;

async function start(
  settings: NmiSettings,
  drops: CardDrops,
  sale: Sale,
  source: PaymentSource,
): Promise<Outcome> {
  if (source.kind === "saved") return sellBySavedCard(settings, sale, source);
  if (source.kind !== "card" && source.kind !== "token") throw new Error("NMI takes cards only");
  const { threeDs } = settings;
  const asking = threeDs && { ...settings, threeDs };
  const card = { ...payerForm(sale), ...cardForm(source) };
  if (asking && sale.challenge) return askBank(asking, sale, card, null);
  if (asking && source.kind === "token") return sellByVault(asking, drops, sale, card);
  const answer = await transact(settings, { ...saleForm(sale), ...card });
  if (asking && isConfirmationWanted(answer.reply?.processorCode))
    return askBank(asking, sale, card, answer.reply);
  return readSale(settings, sale, source.kind === "token", answer);
}

/** Charges a card that its owner has had us keep. Where its bank wants a confirmation it declines, and the form is there. */
async function sellBySavedCard(settings: NmiSettings, sale: Sale, source: SavedSource): Promise<Outcome> {
  const { token, firstSale, card } = source;
  const answer = await transact(settings, {
    ...saleForm(sale),
    ipaddress: sale.payer.address,
    customer_vault_id: token,
    ...savedCardUsed(firstSale),
  });
  const outcome = await readSale(settings, sale, false, answer);
  return outcome.kind === "approved" || outcome.kind === "declined" ? { ...outcome, card } : outcome;
}

type AskingSettings = NmiSettings & { threeDs: ThreeDsSettings };

/**
 * Charges the card behind a token of NMI's fields. A token is good for one use (docs.nmi.com, "Collect.js"), and the payer's
 * bank may want the sale confirmed first: so the card is put into the vault by it, and charged there. The vault keeps no CVV.
 */
async function sellByVault(
  settings: AskingSettings,
  drops: CardDrops,
  sale: Sale,
  card: Record<string, string>,
): Promise<Outcome> {
  const { reference, payer } = sale;
  const budgetMs = budgetOf(settings);
  const isKept = await keepCard(settings, card, reference, budgetMs / 3);
  if (!isKept) return notKept(isKept, null);
  const form = { ...saleForm(sale), ipaddress: payer.address, customer_vault_id: vaultIdOf(reference) };
  const answer = await transact(settings, form, (budgetMs * 2) / 3);
  if (isConfirmationWanted(answer.reply?.processorCode)) return waitForBank(settings, sale, answer.reply);
  const outcome = await readSale(settings, sale, true, answer);
  // The tokens are not to wait for it.
  drops.drop(reference, outcome);
  return outcome;
}

/** Has the payer's bank confirm the sale first; `declined`: what it answered when it was not asked to. */
async function askBank(
  settings: AskingSettings,
  sale: Sale,
  card: Record<string, string>,
  declined: NmiReply | null,
): Promise<Outcome> {
  const isKept = await keepCard(settings, card, sale.reference);
  return isKept ? waitForBank(settings, sale, declined) : notKept(isKept, declined);
}

function waitForBank(settings: AskingSettings, { reference }: Sale, declined: NmiReply | null): Outcome {
  return {
    kind: "pending",
    gatewayReference: declined?.transactionId ?? vaultIdOf(reference),
    checkoutUrl: confirmUrl(settings, reference),
  };
}

function notKept(isKept: false | null, declined: NmiReply | null): Outcome {
  if (isKept === null && !declined) return { kind: "unknown", detail: "the card could not be kept" };
  const code = declined ? `nmi ${declined.responseCode}` : "nmi card refused";
  return { kind: "declined", gatewayReference: declined?.transactionId ?? null, code, card: null };
}

type Answered = { reply: NmiReply | null; detail: string };

/**
 * The report in the answer to a sale. Sales by a token or by a card in the vault are asked about, because nothing
 * else shows which card it is.
 */
async function readSale(
  settings: NmiSettings,
  sale: Pick<Sale, "reference" | "amountCents" | "currency">,
  isHidden: boolean,
  { reply, detail }: Answered,
): Promise<Outcome> {
  if (!reply || (reply.orderId !== null && reply.orderId !== sale.reference))
    return { kind: "unknown", detail };
  const gatewayReference = reply.transactionId;
  if (reply.response === "1" && gatewayReference) {
    // The answer names no sum; an approval is one of the whole amount that was asked for.
    const { amountCents, currency } = sale;
    const card = isHidden ? await cardBehind(settings, sale.reference) : null;
    return { kind: "approved", gatewayReference, amountCents, currency, card };
  }
  if (isRefusal(reply)) {
    const card = isHidden ? await cardBehind(settings, sale.reference) : null;
    return { kind: "declined", gatewayReference, code: `nmi ${reply.responseCode}`, card };
  }
  return { kind: "unknown", detail: `response code ${reply.responseCode}` };
}

/** Asks for the money of a sale that the payer's bank has confirmed. */
async function charge(
  settings: NmiSettings,
  sale: WaitingSale,
  form: Record<string, string>,
): Promise<Outcome> {
  const answer = await transact(settings, { ...saleForm(sale), ipaddress: sale.address, ...form });
  return readSale(settings, sale, true, answer);
}

/** The card that was charged; null where it cannot be learnt. */
async function cardBehind(settings: NmiSettings, reference: string): Promise<CardDetails | null> {
  const found = await find(settings, reference);
  return "kind" in found ? null : receiptOf(found);
}

/** Declines by the bank, and what the gateway itself rejects; from 400 on the processor may or may not have acted. */
function isRefusal({ response, responseCode }: { response: string; responseCode: string }): boolean {
  return response === "2" || (response === "3" && Number(responseCode) < 400 && responseCode !== "301");
}

function saleForm(sale: Pick<Sale, "reference" | "amountCents" | "currency" | "description" | "keepsCard">) {
  return {
    type: "sale",
    amount: toDecimal(sale.amountCents),
    currency: sale.currency,
    payment: "creditcard",
    orderid: sale.reference,
    orderdescription: sale.description,
    // The search for duplicates by card and amount would refuse the second pack of the same size; ours is by order.
    dup_seconds: "0",
    ...(sale.keepsCard && savedCardStored),
  };
}

function payerForm({ payer }: Sale) {
  const [first = "", ...rest] = (payer.name ?? "").trim().split(/\s+/);
  return {
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
  const ours = transactions.filter(({ order_id }) => order_id === reference);
  return decisiveOf(ours) ?? { kind: "not_found" };
}

async function query(settings: NmiSettings, reference: string): Promise<Outcome> {
  const found = await find(settings, reference);
  if ("kind" in found) return found;
  const { threeDs } = settings;
  const isWaiting =
    threeDs &&
    found.condition === "failed" &&
    isConfirmationWanted(found.action.at(-1)?.processor_response_code);
  if (!isWaiting) return outcomeOf(found);
  const checkoutUrl = confirmUrl({ ...settings, threeDs }, reference);
  return { kind: "pending", gatewayReference: found.transaction_id, checkoutUrl };
}

/**
 * A payment that is not settled with the bank yet is voided, any other is refunded; either way the payer has their
 * money. A payment that was refunded in part in NMI's own office gets the rest back: NMI itself refunds no more than
 * that, even if others ask at the same time.
 */
async function refund(settings: NmiSettings, reference: string): Promise<Outcome> {
  const found = await find(settings, reference);
  if ("kind" in found) return found;
  const current = outcomeOf(found);
  if (current.kind !== "approved") return current;
  const backCents = moneyOf(found)?.backCents ?? 0;
  const type = found.condition === "complete" || backCents > 0 ? "refund" : "void";
  const { reply, detail } = await transact(settings, {
    ...{ type, transactionid: found.transaction_id },
    ...(backCents > 0 && { amount: toDecimal(current.amountCents - backCents) }),
  });
  if (reply?.response !== "1") return { kind: "unknown", detail };
  const { gatewayReference, amountCents, currency } = current;
  return { kind: "refunded", gatewayReference, amountCents, currency, sequence: null };
}

async function refunded(settings: NmiSettings, reference: string): Promise<number | null> {
  const found = await find(settings, reference);
  return "kind" in found ? null : (moneyOf(found)?.backCents ?? null);
}

/** A payment that is not settled with the bank yet can only be voided as a whole: NMI refuses a part of it. */
async function refundUpTo(settings: NmiSettings, reference: string, totalCents: number): Promise<PartAnswer> {
  const found = await find(settings, reference);
  if ("kind" in found) return { kind: "unknown" };
  const backCents = moneyOf(found)?.backCents;
  if (backCents === undefined) return { kind: "refused" };
  if (backCents >= totalCents) return { kind: "done", gatewayReference: null };
  const amount = toDecimal(totalCents - backCents);
  const { reply } = await transact(settings, { type: "refund", transactionid: found.transaction_id, amount });
  if (reply?.response === "1") return { kind: "done", gatewayReference: reply.transactionId };
  return { kind: reply && isRefusal(reply) ? "refused" : "unknown" };
}
