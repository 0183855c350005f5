import { queryOptions } from "@tanstack/react-query";
import type { Schedule } from "#contract/schedule.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/** When the model means to be on air each week. */
export const scheduleQuery = queryOptions<Schedule>({
  queryKey: ["studio", "schedule"],
  async queryFn({ signal, meta }) {
    return answerOf(await queryApi(meta).call("GET /api/studio/schedule", { signal }));
  },
});
