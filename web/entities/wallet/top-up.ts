import type { TokenPackage } from "#contract/payments.ts";

/** The cheapest package that brings at least `missing` tokens, else the one that brings most; null without packages. */
export function packageFor<Pack extends Pick<TokenPackage, "tokens" | "price">>(
  packages: readonly Pack[] | undefined,
  missing: number,
): Pack | null {
  const enough = packages?.filter(({ tokens }) => tokens >= missing) ?? [];
  if (enough.length > 0) return enough.reduce((best, pack) => (pack.price < best.price ? pack : best));
  return (
    packages?.reduce<Pack | null>((most, pack) => (most && most.tokens >= pack.tokens ? most : pack), null) ??
    null
  );
}
