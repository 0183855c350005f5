import { useQueryClient } from "@tanstack/react-query";
import type { Subscription } from "#contract/subscriptions.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { toast, toastRefusal } from "#web/ui/overlays/toast.ts";
import { startSubscription } from "./subscription-api.ts";
import { applySaved } from "./subscription-events.ts";

/** Switches the renewal of a subscription off and on again, with a toast for each result. */
export function useRenewal() {
  const client = useQueryClient();
  const show = (subscription: Subscription, text: string) => {
    applySaved(client, {
      fan_id: 0,
      model_id: subscription.model_id,
      subscription_id: subscription.id,
      start: subscription.created_at,
      end: subscription.expire_at,
      canceled_at: subscription.canceled_at,
    });
    void client.invalidateQueries(profileQuery);
    toast({ kind: "success", text });
  };
  const canceling = useCommand({
    call: (id: number) => browserApi.call("POST /api/payments/cancel-subscription/{id}", { params: { id } }),
    onDone: ({ body }) => show(body.subscription, m.sub_canceled_toast()),
    onRefused: toastRefusal,
  });
  const reenabling = useCommand({
    call: startSubscription,
    onDone({ body: { status, subscription } }) {
      // A subscription that has ended meanwhile has to be paid for again.
      if (status === "payment" || !subscription)
        return toast({ kind: "error", text: m.sub_ended_meanwhile() });
      return show(subscription, m.sub_reenabled_toast());
    },
    onRefused: toastRefusal,
  });
  return {
    busy: canceling.pending || reenabling.pending,
    /** True when it was done. */
    cancel: ({ id }: Pick<Subscription, "id">) => canceling.run(id),
    /** Switches the renewal on again; `charge`: the price that the fan has read. */
    reenable: ({ model_id, charge }: Pick<Subscription, "model_id" | "charge">) =>
      reenabling.run({ modelId: model_id, price: charge }),
  };
}
