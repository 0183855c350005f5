import { queryOptions } from "@tanstack/react-query";
import type { TokenPackage } from "#contract/payments.ts";
import type { Api } from "#web/lib/api/api.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";

/** The packages on sale, for the money that stands beside tokens. */
export const packagesQuery = queryOptions<readonly TokenPackage[]>({
  queryKey: ["packages", "prices"],
  staleTime: 10 * 60_000,
  queryFn: () => fetchPackages(browserApi),
});

/** Asks for the packages on sale; throws when there is no proper answer. */
export async function fetchPackages(api: Api): Promise<readonly TokenPackage[]> {
  // A fan's own question would begin the countdown of an offer that is not shown here.
  const answer = await api.call("GET /api/token-packages", { anonymous: true });
  if (answer.status !== 200) throw new Error(answer.body.message);
  return answer.body.data.packages;
}
