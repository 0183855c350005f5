import type { Events } from "#server/kit/outbox/outbox.ts";
import type { EventHandlers, EventMeta, RelayHandlers, Together } from "#server/kit/outbox/relay.ts";
import type { Modules } from "./needs.ts";

type Notifications = Modules["notifications"];
type NewNotification = Omit<Parameters<Notifications["add"]>[0], "fanIds" | "key">;

/** Handlers of all events but those of which fans are only notified. */
export type OtherHandlers = Omit<EventHandlers, "subscription_reminded" | "decided_about" | "tip_sent"> & {
  tip_sent: Together<Events["tip_sent"]>;
};

/** Handlers that first notify the fans of their events. */
export function withFanNotifications(notifications: Notifications, handlers: OtherHandlers): RelayHandlers {
  const notify = ({ kind, id }: EventMeta, fanId: number, notification: NewNotification) =>
    notifications.add({ ...notification, fanIds: [fanId], key: `${kind}:${id}` });
  return {
    ...handlers,
    async show_ended(event, meta) {
      const { fanId, modelId, participantId, freeLook } = event;
      if (!freeLook) await notify(meta, fanId, { kind: "show_ended", modelId, targetId: participantId });
      await handlers.show_ended(event, meta);
    },
    async subscription_paid(event, meta) {
      await notify(meta, event.fanId, { kind: "subscribed", modelId: event.modelId });
      await handlers.subscription_paid(event, meta);
    },
    subscription_reminded: ({ fanId, modelId, about }, meta) =>
      notify(meta, fanId, { kind: about === "price" ? "price_question" : "renews_soon", modelId }),
    async removed_refunded(event, meta) {
      await notify(meta, event.fanId, { kind: "content_refunded", modelId: event.modelId });
      await handlers.removed_refunded(event, meta);
    },
    async decided_about({ accountId, role }, meta) {
      // A model reads it in the studio.
      if (role === "fan") await notify(meta, accountId, { kind: "staff_decision" });
    },
    async purchase_returned(event, meta) {
      await notify(meta, event.fanId, { kind: returnedKind(event) });
      await handlers.purchase_returned(event, meta);
    },
    async subscription_returned(event, meta) {
      await notify(meta, event.fanId, { kind: returnedKind(event) });
      await handlers.subscription_returned(event, meta);
    },
    async inviter_rewarded(event, meta) {
      const cancelled = event.reason === "referral_cancelled";
      await notify(meta, event.inviterId, { kind: cancelled ? "reward_cancelled" : "reward" });
      await handlers.inviter_rewarded(event, meta);
    },
  };
}

/** A won dispute brings back what a chargeback took. */
const returnedKind = ({ kind }: Pick<Events["purchase_returned"], "kind">) =>
  kind === "chargeback_reversed" ? "tokens_back" : "tokens_returned";
