import { queryOptions } from "@tanstack/react-query";
import type { StudioRates } from "#contract/paid-shows.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";

/** What the model asks for shows, and allows in them. */
export const ratesQuery = queryOptions<StudioRates>({
  queryKey: ["studio", "rates"],
  async queryFn({ signal }) {
    const answer = await browserApi.call("GET /api/studio/rates", { signal });
    if (answer.status === 200) return answer.body;
    throw new Error(answer.body.message);
  },
});
