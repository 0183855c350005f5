import type { Language } from "#contract/common.ts";
import type { RegionalMethod } from "#contract/payments.ts";
import type { CardDetails, CardSource } from "../rules/card.ts";
import type { Capability } from "./choose-gateway.ts";
import type { Noted } from "./noted.ts";

/** A card that the gateway keeps, by its own number, which is a secret. */
export type SavedSource = {
  kind: "saved";
  token: string;
  /** The gateway's number of the sale with which the payer agreed to the keeping; null where it is not known. */
  firstSale: string | null;
  card: CardDetails;
};

/** How a sale is paid. */
export type PaymentSource =
  | CardSource
  | SavedSource
  /** A method of `regionalMethods` by its code, and a name for the payer that stays the same and reveals nothing. */
  | { kind: "regional"; code: string; payerId: string }
  /** By card in the gateway's own form. */
  | { kind: "form" };

/** The payer. Name and address are null where the gateway's own page asks for them. */
export type Payer = {
  name: string | null;
  email: string;
  phone: string | null;
  address1: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  country: string | null;
  /** The payer's IP address. */
  address: string;
};

/** One sale. `reference` is ours, unique, and what the gateway is asked about later. */
export type Sale = {
  reference: string;
  orderId: string;
  amountCents: number;
  currency: string;
  description: string;
  payer: Payer;
  /** Where the gateway's page sends the fan back to; what became of the sale is asked for, never believed. */
  returnUrls: { succeeded: string; failed: string; cancelled: string };
  language: Language;
  /** Require a confirmation by the payer's bank (3-D Secure). */
  challenge: boolean;
  /** The payer has agreed that the card is kept for later payments of theirs. */
  keepsCard: boolean;
};

/** The public part of a card that the gateway keeps. */
export type KeptCard = { last4: string; expiryMonth: number; expiryYear: number };

/**
 * Cards that a gateway keeps for their owners' later payments, by a number that we make. Both calls may be repeated:
 * asking again changes nothing.
 */
export type Vault = {
  /** Keeps the card of an approved sale. `refused`: it cannot be kept. Null: it is not known whether it is. */
  keep(
    token: string,
    sale: { reference: string; gatewayReference: string },
  ): Promise<KeptCard | "refused" | null>;
  /** Answers whether it is certain that the gateway does not have the card any more. */
  forget(token: string): Promise<boolean>;
};

/** Money that went back to the payer after it had come, or that came again after a dispute was won. */
export type ReturnKind = "refunded" | "charged_back" | "chargeback_reversed";

/**
 * A gateway's report of a sale. `not_found`: the gateway does not know it. `unknown`: the query failed.
 * Amount and currency come with every approval, because an approval of another sum is none.
 */
export type Outcome =
  | {
      kind: "approved";
      gatewayReference: string;
      amountCents: number;
      currency: string;
      card: CardDetails | null;
    }
  | { kind: "declined"; gatewayReference: string | null; code: string; card: CardDetails | null }
  | {
      kind: "pending";
      gatewayReference: string;
      /** The page where the payer confirms; null when the gateway does not name it. */
      checkoutUrl: string | null;
    }
  | {
      kind: ReturnKind;
      gatewayReference: string;
      amountCents: number;
      currency: string;
      /** Grows with each change of the sale at the gateway, and orders the rounds of a dispute; null: not counted. */
      sequence: number | null;
    }
  | { kind: "cancelled"; gatewayReference: string }
  | { kind: "expired"; gatewayReference: string }
  | { kind: "not_found" }
  | { kind: "unknown"; detail: string };

export type Callback = {
  rawBody: Buffer;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  address: string;
  path: string;
};

/** A sum that a payer's bank has taken back, identified by the card alone: no number of the sale comes with it. */
export type Chargeback = { dedupeKey: string; last4: string; amountCents: number; currency: string };

/**
 * The content of a callback: a report that proves itself; sums that banks took back (and, as `rest`, that some of
 * them could not be read); only that the gateway is to be asked about its sale, or about a refund by the refund's own
 * number; or nothing that is acted on.
 */
export type CallbackResult =
  | { ok: true; kind: "report"; dedupeKey: string; reference: string; outcome: Outcome }
  | { ok: true; kind: "chargebacks"; chargebacks: readonly Chargeback[]; rest: Noted | null }
  | Noted
  | { ok: true; kind: "ask"; gatewayReference: string }
  | { ok: true; kind: "ask_refund"; refundReference: string }
  | { ok: false; refusal: "bad_signature" | "malformed" };

/** The answer to a question by the gateway's own number; our reference is null where there was no answer. */
export type Reported = { reference: string | null; outcome: Outcome };

/** A card's fields in frames of the gateway's own: the address of its Collect.js, and the public key for it. */
export type HostedFields = { script: string; key: string };

/** The result of asking a payer's bank: the proof of its confirmation for the gateway, or that there is none. */
export type Confirmation =
  | { kind: "confirmed"; proof: Readonly<Record<string, string>> }
  | { kind: "failed" | "cancelled" };

/** A sale that waits for the payer's bank. */
export type WaitingSale = Pick<
  Sale,
  "reference" | "amountCents" | "currency" | "description" | "keepsCard"
> & {
  /** The IP address that placed the order. */
  address: string;
};

/** A page of ours in which a gateway's script asks the payer's bank, before the sale is sent. */
export type ConfirmationPage = {
  /** Is this the secret part of the page's address for that sale? */
  isKey(reference: string, key: string): boolean;
  /** The document and its Content-Security-Policy. It sends a form to its own address, which `read` reads. */
  render(sale: WaitingSale, language: Language): { html: string; policy: string };
  /** Null for a form that is none of the page's. */
  read(form: Readonly<Record<string, string>>): Confirmation | null;
  /** Asks for the money of a confirmed sale, once. */
  charge(sale: WaitingSale, proof: Readonly<Record<string, string>>): Promise<Outcome>;
};

/**
 * Parts of a sale that go back. `refunded`: cents that have gone back so far; null where it did not answer. `refundUpTo` gives
 * as much as it takes until so many cents have gone back in all, so that asking again changes nothing.
 */
export type PartRefunds = {
  refunded(reference: string): Promise<number | null>;
  refundUpTo(reference: string, totalCents: number): Promise<PartAnswer>;
};

/** `done`: with the gateway's own number of what it gave back, where it has one. `refused`: nothing went back. */
export type PartAnswer =
  | { kind: "done"; gatewayReference: string | null }
  | { kind: "refused" }
  | { kind: "unknown" };

/** One payment processor behind one shape; each has its own wire in its own file. */
export type Gateway = {
  name: string;
  capabilities: {
    /** The new payments that it can take. */
    takes: readonly Capability[];
    /** A sale can ask for the bank's confirmation. */
    challenge: boolean;
    /**
     * The gateway's form may be paid more than once, in two tabs: each payment then has a number of its own, and a
     * refund names the one that it was.
     */
    numbersPayments?: true;
    /** How long a payer may take on the gateway's page or at a counter, ms; 30 minutes unless given. */
    pendingMaxMs?: number;
  };
  /**
   * Asks for the money, once, and sends nothing any more after `saleTimeoutMs` (rules/waiting.ts). If the answer is
   * kept from arriving, the result is `unknown`; a sale is never sent again.
   */
  start(sale: Sale, source: PaymentSource): Promise<Outcome>;
  /** Checks and reads a callback. Pure: no database, no network. */
  parseCallback(callback: Callback): CallbackResult;
  /** Asks what became of a sale, by our reference and, where it is known, the gateway's. */
  fetch(reference: string, gatewayReference: string | null): Promise<Outcome>;
  /** Asks about a sale that a callback named by the gateway's number. Missing where callbacks prove themselves. */
  fetchReported?(gatewayReference: string): Promise<Reported>;
  /** Asks about a refund that a callback named; null where no refund of that number is completed. */
  fetchRefund?(refundReference: string): Promise<Reported | null>;
  /** The ways to pay that it offers in a country, by its ISO 3166 code. Missing where it takes no `regional` payments. */
  regionalMethods?(country: string): Promise<readonly RegionalMethod[]>;
  /** Missing where it has none, or none are set up. */
  hostedFields?: HostedFields;
  /** Missing where payers confirm on a page of the gateway, or not at all. */
  confirmation?: ConfirmationPage;
  /** Missing where the gateway's documents describe no way to keep cards. */
  vault?: Vault;
  /** The gateway's price points. Missing where any amount can be charged. */
  offers?: readonly { id: string; amountCents: number }[];
  /** Gives a sale back, or what is left of it, wholly; asking again changes nothing. Missing where the gateway has no such call. */
  refund?(reference: string): Promise<Outcome>;
  /** Missing where no part of a sale can be given back by a call. */
  partRefunds?: PartRefunds;
  /** The acknowledgement that the gateway expects for a callback. */
  acknowledge(result: CallbackResult, callback: Callback): { status: number; body: string };
  /** Waits, before the process ends, for calls that no payment waits for. Missing where there are none. */
  finish?(): Promise<void>;
};
