import type { CardDetails } from "../../rules/card.ts";
import { toCents } from "../../rules/prices.ts";
import type { Outcome } from "../gateway.ts";
import type { NmiTransaction } from "./nmi-wire.ts";

/**
 * The money that a sale brought and how much of it went back, in cents; null where no money came, or a sum cannot be
 * read. In NMI's office parts of a sale can be refunded.
 */
export function moneyOf({
  action,
}: Pick<NmiTransaction, "action">): { cameCents: number; backCents: number } | null {
  const done = (...types: string[]) =>
    action.filter(({ action_type, success }) => success === "1" && types.includes(action_type));
  const cents = ({ amount }: { amount: string }) => toCents(Math.abs(Number(amount)));
  const [sale] = done("sale", "capture");
  const cameCents = sale ? cents(sale) : null;
  if (cameCents === null) return null;
  if (done("void", "credit").length > 0) return { cameCents, backCents: cameCents };
  let backCents = 0;
  for (const refund of done("refund")) {
    const part = cents(refund);
    if (part === null) return null;
    backCents += part;
  }
  return { cameCents, backCents };
}

/**
 * The outcome of a sale, by the actions on it: money that went back counts most, then money that came. A sale that
 * was refunded in part is approved, as the notices of sale and part together make it, because a part's notice changes
 * nothing.
 */
export function outcomeOf({
  transaction_id: gatewayReference,
  condition,
  currency,
  action,
  ...card
}: NmiTransaction): Outcome {
  const money = moneyOf({ action });
  if (money) {
    const sum = { gatewayReference, amountCents: money.cameCents, currency };
    return money.backCents >= money.cameCents
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

/** The details of a card that a receipt shows; the gateway itself masks its number. */
export function receiptOf({
  cc_number,
  cc_bin,
  cc_type,
}: Pick<NmiTransaction, "cc_number" | "cc_bin" | "cc_type">): CardDetails | null {
  const last4 = /(\d{4})$/.exec(cc_number)?.[1];
  if (!last4) return null;
  const bin = cc_number.length >= 15 && /^\d{6}/.test(cc_bin) ? cc_bin.slice(0, 6) : null;
  return { brand: cc_type.slice(0, 20) || "card", bin, last4 };
}

/**
 * Does the payer's bank refuse only because it was not asked to confirm? By the schemes' own codes: 1A of Visa, 65 of
 * Mastercard.
 */
export function isConfirmationWanted(processorCode: string | undefined): boolean {
  return processorCode === "1A" || processorCode === "65";
}

/** The action that decides one order: a sale that was made, or else the latest try. */
export function decisiveOf(transactions: readonly NmiTransaction[]): NmiTransaction | undefined {
  const made = transactions.find(({ action }) =>
    action.some(({ action_type, success }) => success === "1" && /^(sale|capture)$/.test(action_type)),
  );
  return made ?? transactions.at(-1);
}
