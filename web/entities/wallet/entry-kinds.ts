import { m } from "#web/paraglide/messages.js";

const kinds: Readonly<Record<string, () => string>> = {
  opening: () => m.statement_opening(),
  purchase: () => m.statement_purchase(),
  bonus: () => m.statement_bonus(),
  referral: () => m.statement_referral(),
  promo: () => m.statement_promo(),
  tip: () => m.statement_tip(),
  gift: () => m.statement_gift(),
  unlock: () => m.statement_unlock(),
  subscription: () => m.statement_subscription(),
  message: () => m.statement_message(),
  show_slice: () => m.statement_show_slice(),
  hold: () => m.statement_hold(),
  release: () => m.statement_release(),
  refund: () => m.statement_refund(),
  chargeback: () => m.statement_chargeback(),
  debt: () => m.statement_debt(),
  debt_payment: () => m.statement_debt_payment(),
  adjustment: () => m.statement_adjustment(),
  payout: () => m.statement_payout(),
};

/**
 * The kinds that a fan does not look for: kinds that no entry of theirs has (those of a model or of a debt, and
 * subscriptions, messages and promos, which are paid in money or are purchases), and the two halves of a show, which
 * is found as one.
 */
const notChosen = new Set([
  ...["opening", "debt", "payout", "subscription", "message", "promo"],
  ...["hold", "release"],
]);

/** The kinds of movement that a fan can look for, in the order of the list. */
export const kindsToChoose = Object.keys(kinds).filter((kind) => !notChosen.has(kind));

/** The name of a kind of movement. */
export function kindLabel(kind: string): string {
  return kinds[kind]?.() ?? m.statement_other();
}
