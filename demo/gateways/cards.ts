import type { SandboxSale } from "./sandbox/sale.ts";

/** The processor's behaviour with a test card. `lost_reply`: it approves and the merchant never gets the answer. */
export type CardBehaviour = "approve" | "decline" | "confirm" | "lost_reply";

const behaviours: Readonly<Record<string, CardBehaviour>> = {
  "4242424242424242": "approve",
  "4111111111111111": "approve",
  "4000000000000002": "decline",
  "4000000000003220": "confirm",
  "4000000000000119": "lost_reply",
};

/** Hosted-field tokens stand for the same cards and reveal only their last four digits: `tok_4242`. */
const tokens: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(behaviours).map((number) => [`tok_${number.slice(-4)}`, number]),
);

/** The number behind a test token, or null. */
export function cardOfToken(token: string): string | null {
  return tokens[token] ?? null;
}

/** The token of a test card; null for any other number. */
export function tokenOfCard(number: string): string | null {
  return number in behaviours ? `tok_${number.slice(-4)}` : null;
}

/** Cards that are not test cards are declined: a sandbox must never seem to take real money. */
export function behaviourOf(number: string): CardBehaviour {
  return behaviours[number] ?? "decline";
}

/** Brand, first six and last four digits; of numbers under 15 digits the last four alone, as too few would be missing. */
export function receiptOf(number: string): SandboxSale["card"] {
  return {
    brand: number.startsWith("4") ? "visa" : "card",
    bin: number.length < 15 ? null : number.slice(0, 6),
    last4: number.slice(-4),
  };
}
