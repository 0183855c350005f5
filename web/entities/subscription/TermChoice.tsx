import type { TermMonths } from "#contract/subscription-terms.ts";
import type { Pricing } from "#contract/subscriptions.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { RadioTile } from "#web/ui/RadioTile.tsx";
import { TermFigures } from "./TermFigures.tsx";
import { termsOf } from "./term-labels.ts";

type TermChoiceProps = { pricing: Pricing; months: TermMonths; onChoose(months: TermMonths): void };

/** How long to subscribe for, where a model sells more than a month. */
export function TermChoice({ pricing, months, onChoose }: TermChoiceProps) {
  if (pricing.bundles.length === 0) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-14 font-semibold">{m.sub_terms()}</legend>
      {termsOf(pricing).map((term) => (
        <RadioTile
          key={term.months}
          group="subscription-term"
          checked={term.months === months}
          onChoose={() => onChoose(term.months)}
          className={cx(
            "flex min-h-14 items-center gap-3 rounded-12 px-4 py-2",
            term.months === months
              ? "bg-accent-soft shadow-[inset_0_0_0_2px_var(--accent)]"
              : "bg-surface shadow-[inset_0_0_0_1px_var(--line)]",
          )}
        >
          <TermFigures term={term} pricing={pricing} />
        </RadioTile>
      ))}
    </fieldset>
  );
}
