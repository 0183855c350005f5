import { useQueryClient } from "@tanstack/react-query";
import type { ModelPage } from "#contract/catalog.ts";
import { canOfferPushHere } from "#web/entities/notification/push-here.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { toast, toastRefusal } from "#web/ui/overlays/toast.ts";
import { patchCard } from "./list-reducer.ts";
import { patchQueries } from "./room-cache.ts";
import type { RoomsData } from "./rooms-query.ts";

/** Notifies the fan when a model goes live, or stops that: shown at once, undone when it could not be saved. */
export function useNotify({
  id,
  artisticName: name,
}: Pick<ModelPage, "id" | "artisticName">): (notify: boolean) => Promise<boolean> {
  const client = useQueryClient();
  const show = (notified: boolean) => {
    patchQueries<RoomsData>(client, "rooms", (list) =>
      patchCard(list, id, (card) => ({ ...card, notified })),
    );
    patchQueries<ModelPage>(client, "model", (page) => (page.id === id ? { ...page, notified } : page));
  };
  return useCommand({
    changes: [["rooms"], ["model"]],
    call: (notify: boolean) =>
      browserApi.call("POST /api/fan/notify-model", {
        body: { model_id: id, notify },
        keepalive: true,
      }),
    optimistic(notify) {
      show(notify);
      return () => show(!notify);
    },
    onDone: (_, notify) =>
      toast({
        kind: "success",
        text: notify ? m.profile_notify_on({ name }) : m.profile_notify_off({ name }),
        // The way to the switch that asks the browser: nobody is asked without having pressed it.
        ...(notify && canOfferPushHere() ? { link: { to: "/notifications", text: m.push_here() } } : {}),
      }),
    onRefused: toastRefusal,
  }).run;
}
