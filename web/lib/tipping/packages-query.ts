import { queryOptions } from "@tanstack/react-query";
import type { TokenPackage } from "#contract/payments.ts";
import { browserApi } from "#web/lib/browser-api.ts";

/** The packages on sale, for the money that stands beside tokens. */
export const packagesQuery = queryOptions<readonly TokenPackage[]>({
  queryKey: ["packages", "prices"],
  staleTime: 10 * 60_000,
  async queryFn() {
    const answer = await browserApi.call("GET /api/token-packages");
    if (answer.status !== 200) throw new Error(answer.body.message);
    return answer.body.data.packages;
  },
});
