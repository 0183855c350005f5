import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router";
import { subscriptionStatus } from "#contract/subscription-status.ts";
import type { SubscribedState } from "#contract/subscriptions.ts";
import { keepPendingAction, takePendingAction } from "#web/entities/room/pending-action.ts";
import { money, utcDay } from "#web/lib/i18n/format.ts";
import { saveRoute } from "#web/lib/navigation/saved-route.ts";
import { openedComponent } from "#web/lib/page/lazy.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button, type ButtonProps } from "#web/ui/buttons/Button.tsx";
import { dialogPlace } from "#web/ui/overlays/opening.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { subscribedQuery } from "./subscription-api.ts";
import { useRenewal } from "./use-renewal.ts";

const SubscribeDialog = openedComponent(
  () => import("./SubscribeDialog.tsx").then((file) => file.SubscribeDialog),
  dialogPlace,
);
const PriceChangeDialog = openedComponent(
  () => import("./PriceChangeDialog.tsx").then((file) => file.PriceChangeDialog),
  dialogPlace,
);
const UnsubscribeDialog = openedComponent(
  () => import("./UnsubscribeDialog.tsx").then((file) => file.UnsubscribeDialog),
  dialogPlace,
);

type SubscribeButtonProps = {
  model: { id: number; name: string };
  /** What the page got with something else: shown to guests, and until more is known. */
  known: SubscribedState;
} & Pick<ButtonProps, "size" | "tone" | "className">;

/**
 * Subscribes to a model, unsubscribes, or switches the renewal on again, whichever there is to do; draws nothing where
 * they take no new subscribers. A guest signs in first and comes back.
 */
export function SubscribeButton({ model, known, ...variant }: SubscribeButtonProps) {
  const { fanSubscribed, subscription, pricing } = useSubscribed(model.id, known);
  const viewer = useViewer();
  const navigate = useNavigate();
  const { busy, reenable } = useRenewal();
  /** The terms of a new subscription, or the subscription that there is. */
  const [open, setOpen] = useState<"terms" | "subscription" | null>(null);
  const close = () => setOpen(null);
  const mayOffer = viewer?.role === "fan" && !fanSubscribed && pricing.subscription_enable;
  const resume = useEffectEvent(() => {
    if (takePendingAction(model.id, ["subscribe"]) !== null) setOpen("terms");
  });
  useEffect(() => {
    if (mayOffer) resume();
  }, [mayOffer]);
  if (viewer !== null && viewer.role !== "fan") return null;
  if (fanSubscribed && subscription) {
    const isCanceled = subscriptionStatus(subscription, new Date()) === "canceled";
    const until = utcDay(subscription.expire_at);
    const change = subscription.price_change;
    return (
      <>
        {isCanceled ? (
          <Button
            {...variant}
            tone="outline"
            busy={busy}
            disabled={!subscription.can_reenable}
            onClick={() => (change ? setOpen("subscription") : void reenable(subscription))}
          >
            {subscription.can_reenable ? m.sub_reenable_until({ date: until }) : m.sub_until({ date: until })}
          </Button>
        ) : (
          <Button {...variant} tone="outline" aria-haspopup="dialog" onClick={() => setOpen("subscription")}>
            <Icon name="check" />
            {change ? m.sub_rise_review() : m.sub_subscribed()}
          </Button>
        )}
        {open === "subscription" && change && (
          <PriceChangeDialog subscription={subscription} change={change} onClose={close} />
        )}
        {open === "subscription" && !change && (
          <UnsubscribeDialog subscription={subscription} onClose={close} />
        )}
      </>
    );
  }
  if (!pricing.subscription_enable) return null;
  const press = async () => {
    if (viewer) return setOpen("terms");
    keepPendingAction(model.id, "subscribe");
    saveRoute(location.pathname, { kind: "subscribe", model: model.id });
    await navigate("/login");
  };
  return (
    <>
      <Button tone="outline" {...variant} aria-haspopup="dialog" onClick={() => void press()}>
        <Icon name="crown" />
        {m.sub_subscribe_for({ price: money(pricing.price_monthly_subscription) })}
      </Button>
      {open === "terms" && <SubscribeDialog model={model} pricing={pricing} onClose={close} />}
    </>
  );
}

/** The fan's subscription to a model, live. */
export function useSubscribed(modelId: number, known: SubscribedState): SubscribedState {
  const isFan = useViewer()?.role === "fan";
  return useQuery({ ...subscribedQuery(modelId), enabled: isFan }).data ?? known;
}
