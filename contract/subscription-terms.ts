/** How long one payment of a subscription lasts. Apart from the schemas, for pages that need no library. */

export const termMonths = [1, 3, 6, 12] as const;
/** The months of a subscription that one payment buys. */
export type TermMonths = (typeof termMonths)[number];

export const bundleMonths = [3, 6, 12] as const;
/** Terms of more than a month, each of which a model sells at a discount or not at all. */
export type BundleMonths = (typeof bundleMonths)[number];

const daysOfTerm: Readonly<Record<TermMonths, number>> = { 1: 30, 3: 90, 6: 180, 12: 365 };

/** The days that one payment buys, the same for everybody. */
export function termDays(months: TermMonths): number {
  return daysOfTerm[months];
}

/** The saving by paying several months at once instead of one by one: cents, and percent to the nearest whole one. */
export function bundleSaving(
  monthlyCents: number,
  { months, cents }: { months: TermMonths; cents: number },
): { cents: number; percent: number } {
  const single = monthlyCents * months;
  const saved = single - cents;
  return { cents: saved, percent: single === 0 ? 0 : Math.round((100 * saved) / single) };
}
