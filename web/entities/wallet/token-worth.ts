import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import type { TokenPackage } from "#contract/payments.ts";
import type { Api } from "#web/lib/api/api.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";
import { money, tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";

/** The packages on sale, for the money that stands beside tokens. */
export const packagesQuery = queryOptions<readonly TokenPackage[]>({
  queryKey: ["packages", "prices"],
  staleTime: 10 * 60_000,
  queryFn: ({ meta }) => fetchPackages(queryApi(meta)),
});

/** Asks for the packages on sale; throws when there is no proper answer. */
export async function fetchPackages(api: Api): Promise<readonly TokenPackage[]> {
  // A fan's own question would begin the countdown of an offer that is not shown here.
  return answerOf(await api.call("GET /api/token-packages", { anonymous: true })).data.packages;
}

/** Dollars that one of the fan's own tokens has cost them on average; null while none have come. */
export const tokenCostQuery = queryOptions<number | null>({
  queryKey: ["token-cost"],
  staleTime: 10 * 60_000,
  async queryFn({ meta }) {
    return answerOf(await queryApi(meta).call("GET /api/wallet/token-cost")).cost?.amount ?? null;
  },
});

/** The fan has bought tokens: what one has cost them is read again. */
export function forgetTokenCost(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: tokenCostQuery.queryKey });
}

/**
 * The worth in US dollars of tokens that may be spent, at the list price of the smallest package, which is the
 * dearest: "≈ $4.10"; null while no package is known.
 */
export function worthAhead(count: number, packages: readonly TokenPackage[] | undefined): string | null {
  const base = packages?.reduce<TokenPackage | null>(
    (least, one) => (least === null || one.tokens < least.tokens ? one : least),
    null,
  );
  return base && base.tokens > 0 ? `≈\u00a0${money((count * base.price) / base.tokens)}` : null;
}

/** {@link worthAhead} of the packages on sale. */
export function useWorthAhead(): (count: number) => string | null {
  const packages = useQuery(packagesQuery).data;
  return (count) => worthAhead(count, packages);
}

/**
 * The price that the fan paid for spent tokens: "$3.49"; null while that is not known, and where they had cost nothing.
 */
export function worthSpent(count: number, cost: number | null | undefined): string | null {
  const cents = Math.round(count * (cost ?? 0) * 100);
  return cents > 0 ? money(cents / 100) : null;
}

/** {@link worthSpent} of the fan's own tokens. */
export function useWorthSpent(): (count: number) => string | null {
  const cost = useQuery(tokenCostQuery).data;
  return (count) => worthSpent(count, cost);
}

/** Spent tokens with what they had cost: "81 tokens ($3.49)", "81 tokens". */
export function spentText(count: number, worth: string | null): string {
  const text = m.content_tokens({ count, amount: tokens(count) });
  return worth === null ? text : `${text} (${worth})`;
}
