import { queryOptions } from "@tanstack/react-query";
import type { MenuItem } from "#contract/live.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";

/** What the model offers for a tip, in their order. */
export const menuQuery = queryOptions<readonly MenuItem[]>({
  queryKey: ["studio", "tip-menu"],
  async queryFn({ signal }) {
    const answer = await browserApi.call("GET /api/studio/tip-menu", { signal });
    if (answer.status === 200) return answer.body.items;
    throw new Error(answer.body.message);
  },
});
