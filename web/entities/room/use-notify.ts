import { useQueryClient } from "@tanstack/react-query";
import type { ModelPage } from "#contract/catalog.ts";
import { couldBeToldHere } from "#web/entities/notification/push-here.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import { modelQuery } from "./model-page.ts";

/** Notifies the fan when a model goes live, or stops that: shown at once, undone when it could not be saved. */
export function useNotify({
  id,
  login,
  artisticName: name,
}: Pick<ModelPage, "id" | "login" | "artisticName">): (notify: boolean) => Promise<boolean> {
  const client = useQueryClient();
  const { queryKey } = modelQuery(login);
  const show = (notified: boolean) => client.setQueryData(queryKey, (page) => page && { ...page, notified });
  return useCommand({
    changes: [queryKey],
    call: (notify: boolean) =>
      browserApi.call("POST /api/fan/notify-model", { body: { model_id: id, notify } }),
    optimistic(notify) {
      show(notify);
      return () => show(!notify);
    },
    onDone: (_, notify) =>
      toast({
        kind: "success",
        text: notify ? m.profile_notify_on({ name }) : m.profile_notify_off({ name }),
        ...(notify && couldBeToldHere() ? alsoHere() : {}),
      }),
    onRefused: () => toast({ kind: "error", text: m.common_not_saved() }),
  }).run;
}

/** The way to the switch that asks the browser: nobody is asked without having pressed it. */
const alsoHere = () => ({
  link: { to: "/notifications", text: m.push_here() },
  durationMs: 8_000,
});
