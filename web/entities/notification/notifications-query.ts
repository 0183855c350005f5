import { infiniteQueryOptions } from "@tanstack/react-query";
import type { NotificationsPage } from "#contract/notifications.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/** The fan's notifications, the newest first, page by page; a page is asked for by the last id of the one before. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: ["notifications"],
  async queryFn({ pageParam, signal, meta }): Promise<NotificationsPage> {
    const query = pageParam === null ? {} : { before: pageParam };
    return answerOf(await queryApi(meta).call("GET /api/fan/notifications", { query, signal }));
  },
  initialPageParam: null as number | null,
  staleTime: 0,
  getNextPageParam: ({ data, more }: NotificationsPage) => (more ? data.at(-1)?.id : undefined),
});
