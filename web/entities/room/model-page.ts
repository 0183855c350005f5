import { queryOptions } from "@tanstack/react-query";
import type { ModelPage } from "#contract/catalog.ts";
import { slugPattern } from "#contract/room-values.ts";
import { putSubscribed } from "#web/entities/subscription/subscription-api.ts";
import type { Api } from "#web/lib/api/api.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";
import { followEvents } from "./event-followers.ts";
import { pageAfter } from "./page-reducer.ts";

followEvents("model", pageAfter);

/** A model's page in the query cache, null where nobody has this name; events keep it fresh while it is looked at. */
export function modelQuery(slug: string) {
  return queryOptions<ModelPage | null>({
    queryKey: ["model", slug],
    async queryFn({ client, meta }) {
      const page = await fetchModel(queryApi(meta), slug);
      if (page) putSubscribed(client, page.id, page);
      return page;
    },
    staleTime: Number.POSITIVE_INFINITY,
    // A page that was read again is another reading, even when it says the same: see `useTopic`.
    structuralSharing: false,
  });
}

/** Asks for a model by login or id; null when there is none that anybody may see. Throws when there is no answer. */
export async function fetchModel(api: Api, loginOrId: string): Promise<ModelPage | null> {
  if (!/^\d{1,15}$/.test(loginOrId) && !slugPattern.test(loginOrId)) return null;
  const answer = await api.call("GET /api/model-profile/{loginOrId}", { params: { loginOrId } });
  if (answer.status === 404) return null;
  return answerOf(answer);
}
