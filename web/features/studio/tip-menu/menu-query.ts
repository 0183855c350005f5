import { queryOptions } from "@tanstack/react-query";
import type { MenuItem } from "#contract/live.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/** The model's offers for a tip, in their order. */
export const menuQuery = queryOptions<readonly MenuItem[]>({
  queryKey: ["studio", "tip-menu"],
  async queryFn({ signal, meta }) {
    return answerOf(await queryApi(meta).call("GET /api/studio/tip-menu", { signal })).items;
  },
});
