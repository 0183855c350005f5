import { useQueryClient } from "@tanstack/react-query";
import type { ModelPage } from "#contract/catalog.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import { modelQuery } from "./profile-query.ts";

/** Has the fan told when a model goes live, or no more: shown at once, undone when the server refuses. */
export function useNotify({ id, login, artisticName: name }: ModelPage): (notify: boolean) => Promise<void> {
  const client = useQueryClient();
  const show = (notified: boolean) =>
    client.setQueryData(modelQuery(login).queryKey, (page) => page && { ...page, notified });
  return async (notify) => {
    show(notify);
    const answer = await browserApi.call("POST /api/fan/notify-model", { body: { model_id: id, notify } });
    if (answer.status !== 200) {
      show(!notify);
      return void toast({ kind: "error", text: m.profile_notify_failed() });
    }
    toast({ kind: "success", text: notify ? m.profile_notify_on({ name }) : m.profile_notify_off({ name }) });
  };
}
