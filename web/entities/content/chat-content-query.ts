import { infiniteQueryOptions } from "@tanstack/react-query";
import type { PurchasedChatMedia } from "#contract/messaging.ts";
import { written } from "#contract/written-text.ts";
import type { Api } from "#web/lib/api/api.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi, withMinDuration } from "#web/lib/api/query-client.ts";

export type ChatContentPage = {
  data: PurchasedChatMedia[];
  links: { next: string | null };
  meta: { current_page: number; last_page: number };
};

/** Every list of what was bought in chats. */
export const chatContentKey = ["content", "chat", "purchased"] as const;

/** The fan's purchases in chats, page by page; `search` as it stands in the field. */
export function chatContentQuery(search: string) {
  const wanted = written(search);
  return infiniteQueryOptions({
    queryKey: [...chatContentKey, wanted],
    queryFn: ({ pageParam, signal, meta }) =>
      withMinDuration(
        meta,
        wanted,
        fetchChatContent(queryApi(meta), { page: pageParam, search: wanted, signal }),
      ),
    initialPageParam: 1,
    // Bought in a chat since; and the addresses of its files die after a while.
    staleTime: 0,
    getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
  });
}

/** Asks for one page; throws when there is no proper answer. */
export async function fetchChatContent(
  api: Api,
  { signal, ...query }: { page: number; search: string; signal?: AbortSignal },
): Promise<ChatContentPage> {
  return answerOf(await api.call("GET /api/get-chat-purchased-content", { query, signal }));
}
