import { queryOptions } from "@tanstack/react-query";
import type { StudioRates } from "#contract/paid-shows.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/** The model's prices for shows, and what they allow in them. */
export const ratesQuery = queryOptions<StudioRates>({
  queryKey: ["studio", "rates"],
  async queryFn({ signal, meta }) {
    return answerOf(await queryApi(meta).call("GET /api/studio/rates", { signal }));
  },
});
