import { type TermMonths, termDays } from "#contract/subscription-terms.ts";
import type { Pricing } from "#contract/subscriptions.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";

/** A term that can be subscribed for: what each payment charges in US dollars, and the tokens that come with it. */
export type Term = { months: TermMonths; price: number; freeTokens: number };

/** Every term that a model sells, a month first. */
export function termsOf({
  price_monthly_subscription: price,
  freeTokens,
  bundles,
}: Pricing): [Term, ...Term[]] {
  const longer = bundles.map((one) => ({ ...one, freeTokens: freeTokens * one.months }));
  return [{ months: 1, price, freeTokens }, ...longer];
}

/** "30 days", "3 months". */
export function termName(months: TermMonths): string {
  return months === 1 ? m.sub_term_name_month() : m.sub_term_name_months({ months });
}

/** How long one payment lasts, behind "every": "30 days", "3 months (90 days)". */
export function termText(months: TermMonths): string {
  return months === 1 ? m.sub_term_month() : m.sub_term_months({ months, days: termDays(months) });
}

/** The tokens that come with each payment for a term. */
export function termTokens(months: TermMonths, amount: number): string {
  const values = { count: amount, amount: tokens(amount) };
  return months === 1 ? m.sub_fact_tokens(values) : m.sub_fact_tokens_term(values);
}
