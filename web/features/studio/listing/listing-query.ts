import { queryOptions } from "@tanstack/react-query";
import type { StudioListing } from "#contract/listing.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";

/** Staff's decision comes without an event. */
const askPeriodMs = 20_000;

/** The model's own page on its way to the lists. */
export const listingQuery = queryOptions<StudioListing>({
  queryKey: ["studio", "listing"],
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.state === "submitted" ? askPeriodMs : false),
  async queryFn({ signal }) {
    const answer = await browserApi.call("GET /api/studio/listing", { signal });
    if (answer.status === 200) return answer.body;
    throw new Error(answer.body.message);
  },
});
