import { kindLabel } from "#web/entities/wallet/entry-kinds.ts";
import { m } from "#web/paraglide/messages.js";

type Line = { type: string; reason: string; counterpart: string | null };

/** The system's reason beside an entry says more than its kind. */
const reasons: Readonly<Record<string, () => string>> = {
  promo_purchase: () => m.statement_promo_purchase(),
  referral_restored: () => m.statement_referral_restored(),
  referral_cancelled: () => m.statement_referral_cancelled(),
  subscription_tokens: () => m.statement_subscription_tokens(),
  subscription_refunded: () => m.statement_subscription_returned(),
  subscription_charged_back: () => m.statement_subscription_returned(),
  removed_content: () => m.statement_removed_content(),
  email_confirmed: () => m.statement_email_bonus(),
  // The reason of older lines in its place.
  "Email confirmed": () => m.statement_email_bonus(),
};

const withNotes = new Set(["tip", "gift"]);

/** The event in a few words: "Tip", "Tokens bought, promo". */
export function entryLabel({ type, reason }: Line): string {
  return withNotes.has(type) ? kindLabel(type) : (reasons[reason]?.() ?? kindLabel(type));
}

/** The note that the fan wrote beside a tip or gift, or null. */
export function noteOf({ type, reason }: Line): string | null {
  return withNotes.has(type) && reason !== "" ? reason : null;
}

/** The fan's partner, "to luna" or "· luna"; null for entries of the system. */
export function partnerText({ type, counterpart }: Line): string | null {
  if (withNotes.has(type)) return m.statement_to_whom({ name: counterpart ?? m.statement_gone() });
  return counterpart === null ? null : `· ${counterpart}`;
}
