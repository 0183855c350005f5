import { useQueryClient } from "@tanstack/react-query";
import type { NotificationSettings } from "#contract/notifications.ts";
import {
  notificationSettingsQuery,
  putNotificationSettings,
} from "#web/entities/account/notification-settings.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { toastRefusal } from "#web/ui/toast.ts";

export type SettingsChange = Partial<Omit<NotificationSettings, "muted_models">>;

/** Changes how the fan is notified: it shows at once, and goes back when the server refuses. */
export function useNotificationSettings() {
  const client = useQueryClient();
  const { run } = useCommand({
    call: (body: SettingsChange) => browserApi.call("POST /api/fan/notification-settings", { body }),
    changes: [notificationSettingsQuery.queryKey],
    optimistic(change) {
      const before = client.getQueryData(notificationSettingsQuery.queryKey);
      if (before) putNotificationSettings(client, { ...before, ...change });
      return () => before && putNotificationSettings(client, before);
    },
    onDone: ({ body }) => putNotificationSettings(client, body),
    onRefused: toastRefusal,
  });
  return (change: SettingsChange) => void run(change);
}

/** Lets a muted model be heard again. */
export function useUnmute() {
  const client = useQueryClient();
  const { pending, run } = useCommand({
    call: (model_id: number) =>
      browserApi.call("POST /api/fan/mute-model", { body: { model_id, muted: false } }),
    onDone: ({ body }) => putNotificationSettings(client, body),
    onRefused: toastRefusal,
  });
  return { pending, unmute: (modelId: number) => void run(modelId) };
}
