import { randomBytes, randomUUID } from "node:crypto";
import type { Clock } from "#server/kit/clock.ts";
import { behaviourOf, receiptOf } from "../cards.ts";
import type { Faults } from "../faults.ts";
import { type CardVault, createCardVault } from "../hosted-fields/card-vault.ts";
import { type CallbackSender, createCallbackSender } from "./callbacks.ts";
import { type KeptCards, openKeptCards } from "./kept-cards.ts";
import { createKnobBoard, type KnobBoard, type Knobs } from "./knobs.ts";
import type { Decision, SaleRequest } from "./requests.ts";
import {
  type Aftermath,
  openSandboxStore,
  type PresentedSale,
  presentSale,
  type SaleStatus,
  type SandboxSale,
  type SandboxStore,
} from "./sale.ts";

export type SandboxOptions = {
  /** The merchant's key for the processor's API. */
  apiKey: string;
  /** Signs callbacks. */
  callbackSecret: string;
  /** Lets a checkout show the processor's own card fields. */
  tokenizationKey: string;
  /** Where the merchant wants callbacks; asked for at each one, so that a port may be known late. */
  callbackUrl: () => string;
  /** Where browsers reach the processor, without a trailing slash. */
  publicUrl: () => string;
  /** File of the books, or null to keep them in memory. */
  file: string | null;
  clock: Clock;
  knobs?: Partial<Knobs>;
  faults?: Faults | undefined;
  fetch?: typeof fetch;
};

export type Sold = { sale: PresentedSale; isNew: boolean; knobs: Knobs };

/** The simulated processor, as its HTTP side and the tests see it. */
export type SandboxProcessor = {
  options: SandboxOptions;
  knobs: KnobBoard;
  store: SandboxStore;
  vault: CardVault;
  keptCards: KeptCards;
  /** Takes a sale. A repeated reference is not charged again. */
  sell(request: SaleRequest): Sold | null;
  /** Applies the payer's decision on the page; `late` lets an expired or cancelled sale still be approved. */
  decide(sale: SandboxSale, decision: Decision, late?: boolean): SandboxSale;
  /** The payer's bank takes an approved sale back, or gives it again. */
  befall(sale: SandboxSale, aftermath: Aftermath): SandboxSale;
  /** Refunds an approved sale, also after a dispute that was won, once, as the merchant asks; null when there is nothing to refund. */
  refund(reference: string): PresentedSale | null;
  /** Refunds until so much of a sale, a decimal, has gone back in all; null where there is less, or nothing, to refund. */
  refundUpTo(reference: string, total: string): PresentedSale | null;
  /** The sale as it stands: one that waited over 30 minutes has expired. */
  find(reference: string): PresentedSale | null;
  findByCheckoutKey(key: string): SandboxSale | null;
  /** How many sales were asked for, refused and repeated ones included. */
  requests(): number;
  stop(): void;
};

const expiresAfterMs = 30 * 60_000;
const lostReplyCallbackDelayMs = 45_000;

/** A processor with books, knobs and callbacks of its own. It knows nothing of the merchant but a URL and two keys. */
export function createSandboxProcessor(options: SandboxOptions): SandboxProcessor {
  const knobs = createKnobBoard(options.knobs);
  const store = openSandboxStore(options.file);
  const callbacks: CallbackSender = createCallbackSender({
    url: options.callbackUrl,
    secret: options.callbackSecret,
    knobs,
    clock: options.clock,
    faults: options.faults,
    fetch: options.fetch ?? fetch,
  });
  const vault = createCardVault(options.clock);
  const keptCards = openKeptCards(options.file);
  let requests = 0;
  const present = (sale: SandboxSale): PresentedSale => {
    const { wrongAmount, wrongCurrency } = knobs.of(sale.order_id);
    const shown = presentSale(sale, options.publicUrl());
    return { ...shown, amount: wrongAmount ?? shown.amount, currency: wrongCurrency ?? shown.currency };
  };
  const commit = (changed: SandboxSale): SandboxSale => {
    const sale = { ...changed, sequence: changed.sequence + 1 };
    store.save(sale);
    callbacks.sendCallbacks(present(sale));
    return sale;
  };
  const current = (sale: SandboxSale): SandboxSale => {
    const ageMs = options.clock.now().getTime() - Date.parse(sale.created_at);
    if (sale.status !== "requires_action" || ageMs <= expiresAfterMs) return sale;
    return commit({ ...sale, status: "expired" });
  };

  return {
    options,
    knobs,
    store,
    vault,
    keptCards,
    requests: () => requests,
    sell(request) {
      requests++;
      const known = store.byReference(request.reference);
      if (known) return { sale: present(known), isNew: false, knobs: knobs.of(known.order_id) };
      const { card, token = "", saved_card = "", reference } = request;
      const number = card?.number ?? vault.take(token) ?? keptCards.numberOf(saved_card);
      if (number === null) return null;
      keptCards.used(reference, number, card);
      if (behaviourOf(number) === "lost_reply") loseReply(knobs, request.order_id);
      const sale = commit(newSale(request, number, options.clock.now()));
      return { sale: present(sale), isNew: true, knobs: knobs.of(sale.order_id) };
    },
    decide(sale, decision, late = false) {
      const now = current(sale);
      const isOpen = now.status === "requires_action" || (late && now.status !== "approved");
      return isOpen ? commit({ ...now, ...decided[decision] }) : now;
    },
    befall: (sale, aftermath) => commit({ ...sale, status: aftermath }),
    refund(reference) {
      const sale = store.byReference(reference);
      if (sale?.status === "approved" || sale?.status === "chargeback_reversed")
        return present(commit({ ...sale, status: "refunded" }));
      return sale?.status === "refunded" ? present(sale) : null;
    },
    refundUpTo(reference, total) {
      const sale = store.byReference(reference);
      const isPaid = sale?.status === "approved" || sale?.status === "chargeback_reversed";
      if (!sale || !isPaid || Number(total) >= Number(sale.amount)) return null;
      const isDone = Number(sale.refunded ?? 0) >= Number(total);
      return present(isDone ? sale : commit({ ...sale, refunded: total }));
    },
    find(reference) {
      const sale = store.byReference(reference);
      return sale ? present(current(sale)) : null;
    },
    findByCheckoutKey(key) {
      const sale = store.byCheckoutKey(key);
      return sale ? current(sale) : null;
    },
    stop: () => callbacks.stop(),
  };
}

const decided: Record<Decision, { status: SaleStatus; decline_code: string | null }> = {
  approve: { status: "approved", decline_code: null },
  decline: { status: "declined", decline_code: "authentication_failed" },
  cancel: { status: "cancelled", decline_code: null },
};

/** The reply never comes, and the callback only after the merchant had time to ask by itself. */
function loseReply(knobs: KnobBoard, orderId: string): void {
  const { reply, callbackDelayMs } = knobs.of(orderId);
  knobs.set(orderId, {
    ...knobs.of(orderId),
    reply: reply === "send" ? "hold" : reply,
    callbackDelayMs: Math.max(callbackDelayMs, lostReplyCallbackDelayMs),
  });
}

function newSale(request: SaleRequest, number: string, now: Date): SandboxSale {
  const behaviour = behaviourOf(number);
  const wantsPayer = behaviour === "confirm" || (request.challenge === true && behaviour !== "decline");
  // Nobody is led to a page who pays by one press.
  const confirms = wantsPayer && request.saved_card === undefined;
  const refused = behaviour === "decline" || (wantsPayer && !confirms);
  const status = confirms ? "requires_action" : refused ? "declined" : "approved";
  const { reference, order_id, amount, currency, description, return_url, language } = request;
  return {
    id: `sbx_${randomUUID()}`,
    ...{ reference, order_id, amount, currency, description, return_url, language },
    status,
    decline_code: status === "declined" ? "do_not_honor" : null,
    card: receiptOf(number),
    checkout_key: randomBytes(18).toString("base64url"),
    created_at: now.toISOString(),
    sequence: 0,
  };
}
