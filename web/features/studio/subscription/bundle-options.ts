import { type BundleMonths, bundleSaving } from "#contract/subscription-terms.ts";
import type { Bundle } from "#contract/subscriptions.ts";

/** A discount that the payment provider has a package for: all of a term in US dollars, and whole percent off. */
export type BundleOption = Bundle & { percent: number };

/** Nobody means to give more away: a cheaper package belongs to another price of the month. */
const percentMax = 50;

/** The discounts that a term can be sold at beside a price of the month, the smallest first. */
export function bundleOptions(
  packages: readonly Bundle[],
  { months, monthly }: { months: BundleMonths; monthly: number },
): BundleOption[] {
  return packages
    .filter((one) => one.months === months)
    .map((one) => ({ ...one, percent: percentOff(one, monthly) }))
    .filter(({ percent }) => percent > 0 && percent <= percentMax)
    .sort((a, b) => a.percent - b.percent);
}

/**
 * The bundles at another price of the month with unchanged discounts; those that no package fits are not offered any
 * more.
 */
export function bundlesAt(
  packages: readonly Bundle[],
  { from, to }: { from: number; to: number },
  bundles: readonly Bundle[],
): Bundle[] {
  return bundles.flatMap((bundle) => {
    const options = bundleOptions(packages, { months: bundle.months, monthly: to });
    const same = options.find(({ percent }) => percent === percentOff(bundle, from));
    return same ? [{ months: same.months, price: same.price }] : [];
  });
}

function percentOff({ months, price }: Bundle, monthly: number): number {
  return bundleSaving(Math.round(monthly * 100), { months, cents: Math.round(price * 100) }).percent;
}
