import type { TokenPackage } from "#contract/payments.ts";

/**
 * What `tokens` are worth in US dollars at the list price of the smallest package, which is the dearest; null while no
 * package is known.
 */
export function moneyOf(tokens: number, packages: readonly TokenPackage[] | undefined): number | null {
  const base = packages?.reduce<TokenPackage | null>(
    (least, one) => (least === null || one.tokens < least.tokens ? one : least),
    null,
  );
  return base && base.tokens > 0 ? (tokens * base.price) / base.tokens : null;
}
