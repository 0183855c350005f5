import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Subscription } from "#contract/subscriptions.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import { applySaved, cancelSubscription, startSubscription } from "./subscription-api.ts";

type Renewed = Pick<Subscription, "id" | "model_id">;

/** Switches the renewal of a subscription off and on again, one request at a time, with a toast for each result. */
export function useRenewal() {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const adopt = (subscription: Subscription | undefined) => {
    if (subscription)
      applySaved(client, {
        fan_id: 0,
        model_id: subscription.model_id,
        subscription_id: subscription.id,
        start: subscription.created_at,
        end: subscription.expire_at,
        canceled_at: subscription.canceled_at,
      });
    void client.invalidateQueries(profileQuery);
  };
  return {
    busy,
    async cancel({ id }: Renewed): Promise<boolean> {
      setBusy(true);
      const answer = await cancelSubscription(id);
      setBusy(false);
      if (!answer.ok) {
        toast({ kind: "error", text: answer.text });
        return false;
      }
      adopt(answer.subscription);
      toast({ kind: "success", text: m.sub_canceled_toast() });
      return true;
    },
    async reenable({ model_id }: Renewed): Promise<boolean> {
      setBusy(true);
      const answer = await startSubscription(model_id);
      setBusy(false);
      if (answer.kind !== "active") {
        const text = answer.kind === "refused" ? answer.text : m.sub_ended_meanwhile();
        toast({ kind: "error", text });
        return false;
      }
      adopt(answer.subscription);
      toast({ kind: "success", text: m.sub_reenabled_toast() });
      return true;
    },
  };
}
