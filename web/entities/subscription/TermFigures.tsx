import { bundleSaving } from "#contract/subscription-terms.ts";
import type { Pricing } from "#contract/subscriptions.ts";
import { money } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { type Term, termName } from "./term-labels.ts";

type TermFiguresProps = { term: Term; pricing: Pick<Pricing, "price_monthly_subscription"> };

/** One term in a row: its length, its price a month, all of it, and what is saved by it. */
export function TermFigures({ term, pricing }: TermFiguresProps) {
  const cents = Math.round(term.price * 100);
  const saving = bundleSaving(Math.round(pricing.price_monthly_subscription * 100), { ...term, cents });
  return (
    <>
      <span className="grid">
        <span className="font-semibold">{termName(term.months)}</span>
        {term.months > 1 && (
          <span className="text-12 text-text-3">{m.sub_term_in_all({ price: money(term.price) })}</span>
        )}
      </span>
      <span className="ml-auto grid justify-items-end">
        <span className="font-semibold">
          {m.sub_term_a_month({ price: money(cents / term.months / 100) })}
        </span>
        {saving.percent > 0 && (
          <span className="text-12 font-semibold text-ok">
            {m.sub_term_save({ percent: saving.percent })}
          </span>
        )}
      </span>
    </>
  );
}
