import { useQuery } from "@tanstack/react-query";
import type { RegionalMethod } from "#contract/payments.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useViewer } from "#web/lib/session/viewer.ts";

const none: readonly RegionalMethod[] = [];

/** The regional ways to pay, asked for Colombian fans only; none while they are unknown or cannot be had. */
export function useRegionalMethods(): readonly RegionalMethod[] {
  const isColombian = useViewer()?.isColombian ?? false;
  const query = useQuery({
    queryKey: ["regional-methods"],
    queryFn: fetchMethods,
    enabled: isColombian,
    retry: false,
  });
  return (isColombian && query.data) || none;
}

async function fetchMethods(): Promise<readonly RegionalMethod[]> {
  const answer = await browserApi.call("GET /api/directa24/payment-methods", {
    query: { countryCode: "CO" },
  });
  if (answer.status !== 200) throw new Error(`the regional methods answered ${answer.status}`);
  return answer.body.data;
}
