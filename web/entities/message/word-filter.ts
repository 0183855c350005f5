import { queryOptions } from "@tanstack/react-query";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/** The words that the person does not want to be sent in chats. */
export const wordFilterQuery = queryOptions<string[]>({
  queryKey: ["word-filter"],
  staleTime: 0,
  async queryFn({ meta }) {
    return answerOf(await queryApi(meta).call("GET /api/chat/word-filter")).words;
  },
});
