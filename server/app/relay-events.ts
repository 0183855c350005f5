import { createRelay, type EventHandlers, type Relay } from "#server/kit/outbox/relay.ts";
import { publishBalance } from "#server/wallet/wallet.ts";
import { cutSession } from "./cut-session.ts";
import { type OtherHandlers, withFanNotifications } from "./fan-notifications.ts";
import type { AppNeeds, Modules } from "./needs.ts";

/** Hands each event of the outbox to what handles it: the module itself, or the calls listed here. */
export function relayEvents(needs: AppNeeds, modules: Modules): Relay {
  const { db, clock, log } = needs;
  return createRelay({
    db,
    clock,
    log,
    handlers: withFanNotifications(modules.notifications, eventHandlers(needs, modules)),
  });
}

function eventHandlers(
  needs: Pick<AppNeeds, "db" | "hooks" | "log">,
  { atOwner, catalog, identity, messaging, notifications, push, realtime, rooms, shows }: Modules,
): OtherHandlers {
  const cut = cutSession(needs, realtime, atOwner.cutPerson, push.remove);
  return {
    ...messaging.eventHandlers,
    ...notifications.eventHandlers,
    ...rooms.eventHandlers,
    ...shows.eventHandlers,
    ...balanceHandlers(realtime),
    sessions_ended_elsewhere({ accountId, tokenIds }) {
      for (const tokenId of tokenIds) cut({ tokenId, accountId });
    },
    async fan_banned(event) {
      messaging.accessChanged();
      await shows.eventHandlers.fan_banned(event);
    },
    async model_blocked(event) {
      messaging.accessChanged();
      await shows.eventHandlers.model_blocked(event);
      await notifications.stopAbout(event);
    },
    tip_sent: {
      together(sent) {
        for (const one of sent) needs.hooks?.tipSeen?.(one);
        return rooms.eventHandlers.tip_sent.together(sent);
      },
    },
    gallery_picture_removed: ({ files }) => catalog.gallery.dropFiles(files),
    comments_changed({ postId, modelId }) {
      realtime.publish(`post:${postId}`, "PostCommentsChanged", { post_id: postId });
      if (modelId !== undefined)
        realtime.publish(`person:${modelId}`, "PostCommentsChanged", { post_id: postId });
    },
    async fan_suspended({ fanId }) {
      // A fan who was restored since may be in another show.
      if (!(await identity.suspendedSince(needs.db, [fanId])).has(fanId)) return;
      realtime.disconnect({ userId: fanId }, "logged_out");
      await atOwner.cutPerson(fanId);
      await shows.leaveShow(fanId);
    },
    show_ended_by_staff: ({ modelId, at }) => rooms.endStream(modelId, new Date(at)),
    async subscription_saved(saved) {
      realtime.publish(`person:${saved.fanId}`, "SaveSubscriptionEvent", {
        fan_id: saved.fanId,
        model_id: saved.modelId,
        subscription_id: saved.subscriptionId,
        start: saved.start,
        end: saved.end,
        canceled_at: saved.canceledAt,
      });
      await messaging.welcome({ ...saved, since: new Date(saved.start) });
    },
  };
}

type BalanceEvent =
  | "tokens_purchased"
  | "purchase_part_returned"
  | "purchase_returned"
  | "subscription_paid"
  | "subscription_returned"
  | "email_confirmed"
  | "inviter_rewarded"
  | "content_bought"
  | "removed_refunded";

/** Shows a fan's open pages what they bought, and the balance that it left. */
function balanceHandlers(realtime: Modules["realtime"]): Pick<EventHandlers, BalanceEvent> {
  const showBalance = (fanId: number, balance: number, reason: string, transferId: number | null) =>
    publishBalance(realtime, { fanId, balance, reason, transferId });
  return {
    tokens_purchased({ fanId, tokens, balance, transactionId, transferId }) {
      realtime.publish(`person:${fanId}`, "CallbackBuyTokensEvent", {
        tokens,
        new_balance: balance,
        transaction_id: transactionId,
      });
      showBalance(fanId, balance, "purchase", transferId);
    },
    purchase_part_returned: ({ fanId, balance }) => showBalance(fanId, balance, "refunded", null),
    purchase_returned: ({ fanId, balance, kind }) => showBalance(fanId, balance, kind, null),
    subscription_paid({ fanId, modelId, subscriptionId, transactionId, balance, transferId }) {
      realtime.publish(`person:${fanId}`, "CallbackBuySubscriptionEvent", {
        fan_id: fanId,
        model_id: modelId,
        subscription_id: subscriptionId,
        transaction_id: transactionId,
      });
      if (transferId !== null) showBalance(fanId, balance, "subscription_tokens", transferId);
    },
    subscription_returned: ({ fanId, balance, kind }) => showBalance(fanId, balance, kind, null),
    email_confirmed: ({ fanId, balance, transferId }) =>
      showBalance(fanId, balance, "email_confirmed", transferId),
    inviter_rewarded: ({ inviterId, balance, reason, transferId }) =>
      showBalance(inviterId, balance, reason, transferId),
    removed_refunded: ({ fanId, balance }) => showBalance(fanId, balance, "refund", null),
    content_bought: ({ fanId, balance, transferId }) => showBalance(fanId, balance, "unlock", transferId),
  };
}
