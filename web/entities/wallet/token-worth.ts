import { queryOptions, useQuery } from "@tanstack/react-query";
import type { TokenPackage } from "#contract/payments.ts";
import type { Api } from "#web/lib/api/api.ts";
import { FailedAnswer } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";
import { money } from "#web/lib/i18n/format.ts";

/** The packages on sale, for the money that stands beside tokens. */
export const packagesQuery = queryOptions<readonly TokenPackage[]>({
  queryKey: ["packages", "prices"],
  staleTime: 10 * 60_000,
  queryFn: ({ meta }) => fetchPackages(queryApi(meta)),
});

/** Asks for the packages on sale; throws when there is no proper answer. */
export async function fetchPackages(api: Api): Promise<readonly TokenPackage[]> {
  // A fan's own question would begin the countdown of an offer that is not shown here.
  const answer = await api.call("GET /api/token-packages", { anonymous: true });
  if (answer.status !== 200) throw new FailedAnswer(answer);
  return answer.body.data.packages;
}

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

/** Says what tokens are worth in dollars, for example "$4.10"; null until the packages' prices are known. */
export function useTokenWorth(): (tokens: number) => string | null {
  const packages = useQuery(packagesQuery).data;
  return (tokens) => {
    const dollars = moneyOf(tokens, packages);
    return dollars === null ? null : money(dollars);
  };
}
