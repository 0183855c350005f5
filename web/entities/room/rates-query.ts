import { type QueryClient, queryOptions, replaceEqualDeep } from "@tanstack/react-query";
import type { ModelPage } from "#contract/catalog.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";
import { patchQueries, patchRooms } from "./room-cache.ts";

type Rates = ModelPage["rates"];

/**
 * What a model's shows cost now. What is read is put into the model's page and room, so that a price that was changed
 * elsewhere is seen before anybody agrees to it; until then, and when it cannot be read, they show the one they came with.
 */
export const ratesQuery = (modelId: number) =>
  queryOptions<Rates>({
    queryKey: ["rates", modelId],
    async queryFn({ client, meta }) {
      const query = { model_id: modelId };
      const rates = answerOf(await queryApi(meta).call("GET /api/model-rates", { query }));
      putRates(client, modelId, rates);
      return rates;
    },
    staleTime: 0,
  });

function putRates(cache: QueryClient, modelId: number, read: Rates): void {
  // What has not changed stays the same object, so that nothing is rendered again.
  const changed = <Shown extends { rates: Rates }>(shown: Shown): Shown => {
    const rates = replaceEqualDeep(shown.rates, read);
    return rates === shown.rates ? shown : { ...shown, rates };
  };
  patchQueries<ModelPage>(cache, "model", (page) => (page.id === modelId ? changed(page) : page));
  patchRooms(cache, (room) => (room.model.id === modelId ? changed(room) : room));
}
