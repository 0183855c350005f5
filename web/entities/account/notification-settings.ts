import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { NotificationSettings } from "#contract/notifications.ts";
import { FailedAnswer } from "#web/lib/api/failed-answer.ts";
import { queryApi } from "#web/lib/api/query-client.ts";

/** How the fan is notified. */
export const notificationSettingsQuery = queryOptions<NotificationSettings>({
  queryKey: ["notification-settings"],
  staleTime: 0,
  async queryFn({ meta }) {
    const answer = await queryApi(meta).call("GET /api/fan/notification-settings");
    if (answer.status !== 200) throw new FailedAnswer(answer);
    return answer.body;
  },
});

/** Shows what a command answered. */
export function putNotificationSettings(client: QueryClient, settings: NotificationSettings): void {
  client.setQueryData(notificationSettingsQuery.queryKey, settings);
}
