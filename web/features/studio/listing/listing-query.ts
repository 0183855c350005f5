import { queryOptions } from "@tanstack/react-query";
import type { StudioListing } from "#contract/listing.ts";
import { FailedAnswer } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/** Staff's decision comes without an event. */
const askPeriodMs = 20_000;

/** The model's own page on its way to the lists. */
export const listingQuery = queryOptions<StudioListing>({
  queryKey: ["studio", "listing"],
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.state === "submitted" ? askPeriodMs : false),
  async queryFn({ signal, meta }) {
    const answer = await queryApi(meta).call("GET /api/studio/listing", { signal });
    if (answer.status === 200) return answer.body;
    throw new FailedAnswer(answer);
  },
});
