import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router";
import { subscriptionStatus } from "#contract/subscription-status.ts";
import type { SubscribedState } from "#contract/subscriptions.ts";
import { keepPendingAction, takePendingAction } from "#web/entities/guest/pending-action.ts";
import { money, utcDay } from "#web/lib/i18n/format.ts";
import { saveRoute } from "#web/lib/navigation/saved-route.ts";
import { openedComponent } from "#web/lib/page/lazy.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button, type ButtonProps } from "#web/ui/buttons/Button.tsx";
import { dialogPlace } from "#web/ui/overlays/opening.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { subscribedQuery } from "./subscription-api.ts";

const SubscribeDialog = openedComponent(
  () => import("./SubscribeDialog.tsx").then((file) => file.SubscribeDialog),
  dialogPlace,
);
const PriceChangeDialog = openedComponent(
  () => import("./PriceChangeDialog.tsx").then((file) => file.PriceChangeDialog),
  dialogPlace,
);
const ReactivateDialog = openedComponent(
  () => import("./ReactivateDialog.tsx").then((file) => file.ReactivateDialog),
  dialogPlace,
);
const UnsubscribeDialog = openedComponent(
  () => import("./UnsubscribeDialog.tsx").then((file) => file.UnsubscribeDialog),
  dialogPlace,
);

type SubscribeButtonProps = {
  model: { id: number; name: string };
  /** The state that the page got with something else: shown to guests, and until more is known. */
  known: SubscribedState;
} & Pick<ButtonProps, "size" | "tone" | "className">;

/**
 * Subscribes to a model, unsubscribes, or switches the renewal on again, whichever there is to do; draws nothing where
 * they take no new subscribers. A guest signs in first and comes back.
 */
export function SubscribeButton({ model, known, ...variant }: SubscribeButtonProps) {
  const answered = useOwnState(model.id);
  const { fanSubscribed, subscription, pricing } = answered ?? known;
  const viewer = useViewer();
  const navigate = useNavigate();
  /** The terms of a new subscription, the subscription that there is, or its renewal that is off. */
  const [open, setOpen] = useState<"terms" | "subscription" | "reactivation" | null>(null);
  const close = () => setOpen(null);
  // Not by what is known to guests: who has just signed in may be subscribed already.
  const mayOffer = viewer?.role === "fan" && answered?.fanSubscribed === false && pricing.subscription_enable;
  const resume = useEffectEvent(() => {
    if (takePendingAction(model.id, ["subscribe"]) !== null) setOpen("terms");
  });
  useEffect(() => {
    if (mayOffer) resume();
  }, [mayOffer]);
  if (viewer !== null && viewer.role !== "fan") return null;
  const running = fanSubscribed ? subscription : null;
  const change = running?.price_change;
  const press = async () => {
    if (viewer) return setOpen("terms");
    keepPendingAction(model.id, "subscribe");
    saveRoute(location.pathname, { kind: "subscribe", model: model.id });
    await navigate("/login");
  };
  return (
    <>
      {running && subscriptionStatus(running, new Date()) === "canceled" ? (
        <Button
          {...variant}
          tone="outline"
          aria-haspopup="dialog"
          disabled={!running.can_reenable}
          onClick={() => setOpen(change ? "subscription" : "reactivation")}
        >
          {running.can_reenable
            ? m.sub_reenable_until({ date: utcDay(running.expire_at) })
            : m.sub_until({ date: utcDay(running.expire_at) })}
        </Button>
      ) : running ? (
        <Button {...variant} tone="outline" aria-haspopup="dialog" onClick={() => setOpen("subscription")}>
          <Icon name="check" />
          {change ? m.sub_rise_review() : m.sub_subscribed()}
        </Button>
      ) : (
        pricing.subscription_enable && (
          <Button tone="outline" {...variant} aria-haspopup="dialog" onClick={() => void press()}>
            <Icon name="crown" />
            {/* In two lines on phones, each of which stays whole in every browser's font. */}
            <span className="whitespace-nowrap max-sm:grid max-sm:text-left">
              {m.sub_subscribe()}
              <span className="max-sm:sr-only"> · </span>
              <span className="max-sm:text-12 max-sm:font-medium">
                {m.sub_term_a_month({ price: money(pricing.price_monthly_subscription) })}
              </span>
            </span>
          </Button>
        )
      )}
      {/* Whatever the button shows meanwhile: who has paid in it waits there for the answer. For who turns out to be
          subscribed before anything is ordered it closes itself. */}
      {open === "terms" && (
        <SubscribeDialog
          model={model}
          pricing={pricing}
          subscribed={answered?.fanSubscribed === true}
          onClose={close}
        />
      )}
      {open === "subscription" && running && change && (
        <PriceChangeDialog subscription={running} change={change} onClose={close} />
      )}
      {open === "reactivation" && running && !change && (
        <ReactivateDialog subscription={running} onClose={close} />
      )}
      {open === "subscription" && running && !change && (
        <UnsubscribeDialog subscription={running} onClose={close} />
      )}
    </>
  );
}

/** The fan's subscription to a model, live. */
export function useSubscribed(modelId: number, known: SubscribedState): SubscribedState {
  return useOwnState(modelId) ?? known;
}

/** The fan's own state; undefined for guests, and until it is known. */
function useOwnState(modelId: number): SubscribedState | undefined {
  const isFan = useViewer()?.role === "fan";
  return useQuery({ ...subscribedQuery(modelId), enabled: isFan }).data;
}
