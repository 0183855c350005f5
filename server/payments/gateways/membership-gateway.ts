import type { Language } from "#contract/common.ts";
import type { TermMonths } from "#contract/subscription-terms.ts";
import type { Capability } from "./choose-gateway.ts";
import type { Callback } from "./gateway.ts";
import type { Noted } from "./noted.ts";

/** A package of the gateway: what each payment charges, and the months that it buys. Memberships are sold by no other. */
export type MembershipOffer = { id: string; months: TermMonths; amountCents: number; currency: string };

/** A membership that is to be begun. `reference` is ours, unique, and returns with every notice. */
export type MembershipOrder = {
  reference: string;
  offerId: string;
  email: string;
  /** Where the gateway's form sends the payer after an approval, and after anything else. */
  successUrl: string;
  failedUrl: string;
  language: Language;
};

/** `unknown`: no form is there to be paid; asking again is harmless, because a form is no payment. */
export type FormOpened = { kind: "form"; url: string } | { kind: "unknown"; detail: string };

/** A membership at the gateway: our reference, and the number of its first payment. */
export type Membership = { reference: string; firstTransactionId: string };

/** `unknown`: the gateway may have received it; repeating is harmless. */
export type UpdateOutcome = { kind: "done" } | { kind: "unknown"; detail: string };

/** So much of one payment of a membership is to go back. `transactionId`, `offerId`: the gateway's numbers of both. */
export type PaymentRefund = { transactionId: string; offerId: string; amountCents: number; currency: string };

/**
 * `done`: it went back; `dedupeKey` is that of the notice that will report it too. `refused`: nothing went back. `unknown`: it
 * may have gone back, and would go back once more if it were asked for again.
 */
export type RefundAnswer =
  | { kind: "done"; dedupeKey: string }
  | { kind: "refused" | "unknown"; detail: string };

/**
 * A gateway's report about a membership. `paid`: the first payment, or with `renewal` a further one. `refunded`,
 * `charged_back`: that payment went back. `canceled`: nothing renews any more. `ended`: access ends now. Notices may
 * come in any order and name no time.
 */
export type MembershipEvent =
  | {
      kind: "paid";
      transactionId: string;
      renewal: boolean;
      amountCents: number;
      currency: string;
      offerId: string;
    }
  | {
      kind: "refunded" | "charged_back";
      /** The payment that went back. */
      transactionId: string;
      amountCents: number;
      currency: string;
    }
  | { kind: "canceled" }
  | { kind: "ended" };

export type MembershipNotice =
  | { ok: true; kind: "event"; dedupeKey: string; reference: string; event: MembershipEvent }
  | Noted
  | { ok: false; refusal: "bad_signature" | "malformed" };

/** A processor that bills again and again, behind one interface. */
export type MembershipGateway = {
  name: string;
  /** The new payments that it can take. */
  capabilities: { takes: readonly Capability[] };
  /** As fans read it. */
  label: string;
  offers: readonly MembershipOffer[];
  /** True when a renewal that was switched off can be switched on again. */
  canResume: boolean;
  /** True when the price of a running membership can be changed. */
  canReprice: boolean;
  /** Asks for the form in which the payer begins the membership. */
  openForm(order: MembershipOrder): Promise<FormOpened>;
  /** Switches the renewal on or off; asking twice changes nothing. */
  setRenewal(membership: Membership, on: boolean): Promise<UpdateOutcome>;
  /** From the next renewal on charges another of `offers`; asking twice changes nothing. */
  setOffer(membership: Membership, offerId: string): Promise<UpdateOutcome>;
  /** Gives a part of a payment back, or all of it. Missing where refunds are made in the gateway's own office alone. */
  refund?(refund: PaymentRefund): Promise<RefundAnswer>;
  /** Checks and reads a notice. Pure: no database, no network. */
  parseNotice(callback: Callback): MembershipNotice;
  /** The acknowledgement that the gateway expects for a notice. */
  acknowledge(notice: MembershipNotice, callback: Callback): { status: number; body: string };
};
