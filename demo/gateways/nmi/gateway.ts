import { createHmac, randomInt, randomUUID } from "node:crypto";
import type { Clock } from "#server/kit/clock.ts";
import { type Books, openBooks } from "../books.ts";
import { behaviourOf, receiptOf } from "../cards.ts";
import type { Faults, ReplyFault } from "../faults.ts";
import { type CardVault, createCardVault } from "../hosted-fields/card-vault.ts";
import { createMessageSender } from "../messages.ts";
import { type Banks, createBanks } from "./banks.ts";
import type { Action, Transaction } from "./transaction.ts";
import { chargebackBatch, settlementBatch, timeOf, transactionBody } from "./webhook-bodies.ts";

/** The faults that can be set. */
export type NmiKnobs = {
  /** How a sale is answered. */
  reply: ReplyFault;
  queriesFail: boolean;
  /** Wait before each webhook, ms, and how often each is sent; 0: it is lost. */
  webhookDelayMs: number;
  webhookCopies: number;
  badSignature: boolean;
  wrongAmount: string | null;
};

export type NmiGatewayOptions = {
  securityKey: string;
  webhookKey: string;
  /** Lets a checkout show the gateway's own card fields. */
  tokenizationKey: string;
  /** Lets a page of the merchant ask the payers' banks. */
  checkoutKey: string;
  /** Where the merchant wants webhooks; asked for at each one. */
  webhookUrl: () => string;
  /** File of the books, or null to keep them in memory. */
  file: string | null;
  clock: Clock;
  knobs?: Partial<NmiKnobs>;
  faults?: Faults | undefined;
  fetch?: typeof fetch;
};

/** The simulated gateway, as its HTTP side and the tests see it. */
export type NmiSimulator = {
  options: NmiGatewayOptions;
  knobs: NmiKnobs;
  books: Books<Transaction>;
  vault: CardVault;
  banks: Banks;
  /** Charges a card; null where there is none behind what the sale names. A bank may want the payer to confirm first. */
  sell(sale: Sale): Transaction | null;
  /** The merchant keeps a card under a number of theirs; false where it is none. */
  keepCard(vaultId: string, card: { number: string | null; token: string | null }): boolean;
  /** The same by a transaction that the card has paid; false where there is none, or the number is taken. */
  keepCardOf(vaultId: string, transactionId: string): boolean;
  /** False where there is none under that number. */
  dropCard(vaultId: string): boolean;
  /** The cards that the merchant keeps, by their numbers, as a report of the vault shows them. */
  keptCards(): { vaultId: string; last4: string; expiry: string }[];
  /**
   * Gives a transaction back: what is not settled is voided, of what is settled a part can be refunded. Null where there is
   * not so much to give back.
   */
  giveBack(transactionId: string, type: "refund" | "void", amount?: string): Transaction | null;
  /** Banks take these sales back: one webhook for all. */
  chargeBack(orderIds: readonly string[]): void;
  /** The bank has settled the day's transactions. */
  settleDay(): void;
  stop(): void;
};

export type Sale = {
  orderId: string;
  amount: string;
  currency: string;
  number: string | null;
  /** MMYY; missing where the form has none. */
  expiry?: string | undefined;
  token: string | null;
  vaultId: string | null;
  /** The bank's proof of the payer's confirmation. */
  cavv: string | null;
};

type Card = { number: string; expiry: string };
/** Of a card that came by a token, MMYY. */
const expiryUnsaid = "1239";

const plain: NmiKnobs = {
  reply: "send",
  queriesFail: false,
  webhookDelayMs: 300,
  webhookCopies: 1,
  badSignature: false,
  wrongAmount: null,
};
/** A webhook that is not answered 2xx comes again. */
const retryPausesMs = [60_000, 300_000, 900_000, 3_600_000] as const;
const timeoutMs = 10_000;

/** A gateway with books, knobs and webhooks of its own. It charges as often as it is asked to, also for one order. */
export function createNmiSimulator(options: NmiGatewayOptions): NmiSimulator {
  const books = openBooks<Transaction>(options.file, ({ transaction_id }) => transaction_id);
  const knobs = { ...plain, ...options.knobs };
  const webhooks = createWebhooks(options, knobs);
  const vault = createCardVault(options.clock);
  const banks = createBanks();
  const cards = createCards(vault);
  const keep = (transaction: Transaction, eventType: string) => {
    books.save(transaction);
    webhooks.send(eventType, transactionBody(transaction));
    return transaction;
  };
  return {
    options,
    knobs,
    books,
    vault,
    banks,
    ...cards,
    sell({ orderId, amount, currency, number, expiry, token, vaultId, cavv }) {
      const used = cards.cardOf({ number, expiry, token, vaultId });
      if (!used) return null;
      const { number: card } = used;
      const transactionId = String(2_000_000_000 + randomInt(7_000_000_000));
      cards.charge(transactionId, used);
      const wantsProof = behaviourOf(card) === "confirm" && cavv === null;
      const isForged = cavv !== null && !banks.hasGiven(cavv);
      const approved = behaviourOf(card) !== "decline" && !wantsProof && !isForged;
      const code = approved ? "100" : "200";
      const processor_response_code = approved ? "00" : wantsProof ? "1A" : "05";
      return keep(
        {
          transaction_id: transactionId,
          order_id: orderId,
          condition: approved ? "pendingsettlement" : "failed",
          currency,
          card: receiptOf(card),
          actions: [
            {
              amount: knobs.wrongAmount ?? amount,
              action_type: "sale",
              date: timeOf(options.clock.now()),
              success: approved ? "1" : "0",
              response_code: code,
              processor_response_code,
            },
          ],
        },
        `transaction.sale.${approved ? "success" : "failure"}`,
      );
    },
    giveBack(transactionId, type, amount) {
      const found = books.get(transactionId);
      const sale = found?.actions.find(
        ({ action_type, success }) => action_type === "sale" && success === "1",
      );
      const isOpen = found?.condition === (type === "void" ? "pendingsettlement" : "complete");
      if (!found || !sale || !isOpen) return null;
      const date = timeOf(options.clock.now());
      const action: Action = { ...sale, action_type: type, date, amount: amount ?? sale.amount };
      const back = [...found.actions, action].filter(({ action_type }) => action_type !== "sale");
      if (back.reduce((sum, one) => sum + centsOf(one), 0) > centsOf(sale)) return null;
      const condition = type === "void" ? "canceled" : found.condition;
      return keep(
        { ...found, condition, actions: [...found.actions, action] },
        `transaction.${type}.success`,
      );
    },
    chargeBack(orderIds) {
      const sales = books
        .all()
        .filter(({ order_id, condition }) => condition !== "failed" && orderIds.includes(order_id));
      webhooks.send("chargeback.batch.complete", chargebackBatch(sales, options.clock.now()));
    },
    settleDay() {
      const open = books.all().filter(({ condition }) => condition === "pendingsettlement");
      for (const transaction of open) books.save({ ...transaction, condition: "complete" });
      webhooks.send("settlement.batch.complete", settlementBatch(open));
    },
    stop: () => webhooks.stop(),
  };
}

/** The cards that merchants keep. Those behind transactions last as long as the process here. */
function createCards(vault: CardVault) {
  const kept = new Map<string, Card>();
  const charged = new Map<string, Card>();
  return {
    keepCard(vaultId: string, { number, token }: Pick<Sale, "number" | "token">) {
      const card = number ?? vault.take(token ?? "");
      if (card !== null) kept.set(vaultId, { number: card, expiry: expiryUnsaid });
      return card !== null;
    },
    keepCardOf(vaultId: string, transactionId: string) {
      const card = charged.get(transactionId);
      if (!card || kept.has(vaultId)) return false;
      kept.set(vaultId, card);
      return true;
    },
    dropCard: (vaultId: string) => kept.delete(vaultId),
    keptCards: () =>
      [...kept].map(([vaultId, { number, expiry }]) => ({ vaultId, last4: number.slice(-4), expiry })),
    /** The card that a sale names, in whichever way. */
    cardOf({
      number,
      expiry = expiryUnsaid,
      token,
      vaultId,
    }: Omit<Sale, "orderId" | "amount" | "currency" | "cavv">) {
      const typed = number ?? vault.take(token ?? "");
      return typed === null ? kept.get(vaultId ?? "") : { number: typed, expiry };
    },
    charge: (transactionId: string, card: Card) => void charged.set(transactionId, card),
  };
}

const centsOf = ({ amount }: Action) => Math.round(Number(amount) * 100);

/** `t=<nonce>,s=<hex>` where s = HMAC-SHA256(key, nonce + "." + body). */
export function signWebhook(key: string, nonce: string, body: string): string {
  return `t=${nonce},s=${createHmac("sha256", key).update(`${nonce}.${body}`).digest("hex")}`;
}

function createWebhooks(
  { clock, faults, webhookUrl, webhookKey, fetch: send = fetch }: NmiGatewayOptions,
  knobs: NmiKnobs,
) {
  const sender = createMessageSender({ clock, faults, retryPausesMs });

  async function post(body: string): Promise<boolean> {
    const key = knobs.badSignature ? "somebody else's key" : webhookKey;
    try {
      const response = await send(webhookUrl(), {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "webhook-signature": signWebhook(key, randomUUID(), body),
        },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      return false;
    }
  }

  return {
    send(event_type: string, event_body: object) {
      const body = JSON.stringify({ event_id: randomUUID(), event_type, event_body });
      const { webhookDelayMs: delayMs, webhookCopies: copies } = knobs;
      // Nobody asks again about a sale that succeeded.
      const isOnlyWord = !event_type.startsWith("transaction.sale.");
      sender.send(() => post(body), { delayMs, copies, isOnlyWord });
    },
    stop: sender.stop,
  };
}
