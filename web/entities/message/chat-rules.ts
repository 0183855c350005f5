import { queryOptions } from "@tanstack/react-query";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/** The people who may write in the chats of the signed-in model. */
export const chatRulesQuery = queryOptions<{ subscribers_only: boolean }>({
  queryKey: ["chat-rules"],
  staleTime: 0,
  async queryFn({ meta }) {
    return answerOf(await queryApi(meta).call("GET /api/studio/chat-rules"));
  },
});
