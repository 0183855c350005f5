import { type QueryClient, queryOptions, replaceEqualDeep } from "@tanstack/react-query";
import type { ModelPage } from "#contract/catalog.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";
import { patchQueries, patchRooms } from "./room-cache.ts";

type Rates = ModelPage["rates"];

/**
 * The prices of a model's shows now. They are put into the model's page and room, so that a price that was changed
 * elsewhere is seen before anybody agrees to it; until then, and when they cannot be read, page and room show the
 * prices that they came with.
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
  // An unchanged value stays one object, so that nothing is rendered again.
  const changed = <Shown extends { rates: Rates }>(shown: Shown): Shown => {
    const rates = replaceEqualDeep(shown.rates, read);
    return rates === shown.rates ? shown : { ...shown, rates };
  };
  patchQueries<ModelPage>(cache, "model", (page) => (page.id === modelId ? changed(page) : page));
  patchRooms(cache, (room) => (room.model.id === modelId ? changed(room) : room));
}
