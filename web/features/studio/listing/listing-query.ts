import { queryOptions } from "@tanstack/react-query";
import type { StudioListing } from "#contract/listing.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/** Staff's decision comes without an event. */
const askPeriodMs = 20_000;

/** The model's own page on its way to the lists. */
export const listingQuery = queryOptions<StudioListing>({
  queryKey: ["studio", "listing"],
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.state === "submitted" ? askPeriodMs : false),
  async queryFn({ signal, meta }) {
    return answerOf(await queryApi(meta).call("GET /api/studio/listing", { signal }));
  },
});
