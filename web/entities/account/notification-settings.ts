import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { NotificationSettings } from "#contract/notifications.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/** How the fan is notified. */
export const notificationSettingsQuery = queryOptions<NotificationSettings>({
  queryKey: ["notification-settings"],
  staleTime: 0,
  async queryFn({ meta }) {
    return answerOf(await queryApi(meta).call("GET /api/fan/notification-settings"));
  },
});

/** Shows what a command answered. */
export function putNotificationSettings(client: QueryClient, settings: NotificationSettings): void {
  client.setQueryData(notificationSettingsQuery.queryKey, settings);
}
