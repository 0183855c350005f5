import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { BlockedModel } from "#contract/catalog.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";
import { putInProfile } from "#web/lib/session/viewer.ts";

/** The models whom the fan has blocked, the latest first. */
export const blockedModelsQuery = queryOptions<BlockedModel[]>({
  queryKey: ["blocked-models"],
  staleTime: 0,
  async queryFn({ meta }) {
    return answerOf(await queryApi(meta).call("GET /api/fan/blocked-models")).data;
  },
});

/** Shows what a command answered, in the lists too; what was read of models and their items is read again when it is opened next. */
export function putBlockedModels(client: QueryClient, models: BlockedModel[]): void {
  client.setQueryData(blockedModelsQuery.queryKey, models);
  const blocked_models = models.map(({ id }) => id);
  putInProfile(client, { blocked_models });
  for (const list of ["rooms", "model", "content"]) void client.invalidateQueries({ queryKey: [list] });
}
