import { queryOptions } from "@tanstack/react-query";
import type { RegionalMethod } from "#contract/payments.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/** The regional ways to pay of a Colombian fan. Where they cannot be had the fan pays by card, and is not kept waiting by another try. */
export const regionalMethodsQuery = queryOptions<readonly RegionalMethod[]>({
  queryKey: ["regional-methods"],
  retry: false,
  async queryFn({ meta }) {
    const query = { countryCode: "CO" };
    return answerOf(await queryApi(meta).call("GET /api/directa24/payment-methods", { query })).data;
  },
});
