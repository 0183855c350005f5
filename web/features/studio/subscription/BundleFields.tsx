import { type BundleMonths, bundleMonths } from "#contract/subscription-terms.ts";
import type { Bundle, SubscriptionPlan } from "#contract/subscriptions.ts";
import { termName } from "#web/entities/subscription/term-labels.ts";
import { money } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { SelectField } from "#web/ui/fields/Field.tsx";
import { bundleOptions } from "./bundle-options.ts";

type BundleFieldsProps = {
  plan: Pick<SubscriptionPlan, "bundle_prices">;
  /** The chosen price of a month, in US dollars. */
  monthly: number;
  bundles: readonly Bundle[];
  /** `sum`: what all of the months cost; null: they are not sold at once. */
  onChoose(months: BundleMonths, sum: number | null): void;
};

/** The price of each longer subscription, or that it is not offered; those without a package are left out. */
export function BundleFields({ plan, monthly, bundles, onChoose }: BundleFieldsProps) {
  const rows = bundleMonths.map((months) => ({
    months,
    options: bundleOptions(plan.bundle_prices, { months, monthly }),
  }));
  if (rows.every(({ options }) => options.length === 0)) return null;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-semibold">{m.studio_sub_bundles()}</legend>
      <p className="text-14 text-text-2">{m.studio_sub_bundles_hint()}</p>
      {rows.map(
        ({ months, options }) =>
          options.length > 0 && (
            <SelectField
              key={months}
              label={termName(months)}
              value={String(bundles.find((bundle) => bundle.months === months)?.price ?? "")}
              onChange={({ target }) => onChoose(months, target.value === "" ? null : Number(target.value))}
            >
              <option value="">{m.studio_sub_bundle_none()}</option>
              {options.map(({ price, percent }) => (
                <option key={price} value={price}>
                  {m.studio_sub_bundle_option({ price: money(price), percent })}
                </option>
              ))}
            </SelectField>
          ),
      )}
    </fieldset>
  );
}
