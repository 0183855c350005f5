import type { ContentBought } from "#server/content/content.ts";
import { createRelay, type Relay } from "#server/kit/outbox/relay.ts";
import type { StreamBegan, TipSent } from "#server/live/live.ts";
import type { PurchaseReturned, TokensPurchased } from "#server/payments/payments.ts";
import type {
  SubscriptionPaid,
  SubscriptionReturned,
  SubscriptionSaved,
} from "#server/subscriptions/subscriptions.ts";
import type { ShowEndedByStaff } from "#server/support/support.ts";
import { cutSession, type SessionsEndedElsewhere } from "./cut-session.ts";
import type { Modules } from "./modules.ts";
import type { AppNeeds } from "./needs.ts";
import type { EmailConfirmed } from "./reward-email.ts";
import type { InviterRewarded } from "./reward-inviter.ts";

/** Hands each fact of the outbox to the module that must hear of it. */
export function relayFacts(needs: AppNeeds, { live, messaging, notifications, realtime }: Modules): Relay {
  const { db, clock, log } = needs;
  const cut = cutSession(needs, realtime);
  return createRelay({
    db,
    clock,
    log,
    handlers: {
      ...messaging.listeners,
      sessions_ended_elsewhere: ({ accountId, tokenIds }: SessionsEndedElsewhere) => {
        for (const tokenId of tokenIds) cut({ tokenId, accountId });
      },
      stream_began: (began: StreamBegan) => notifications.streamBegan(began),
      show_ended_by_staff: ({ modelId }: ShowEndedByStaff) => live.endStream(modelId),
      tip_sent: (sent: TipSent) => live.announceTip(sent),
      tokens_purchased: (bought: TokensPurchased) => {
        const person = `person:${bought.fanId}` as const;
        realtime.publish(person, "CallbackBuyTokensEvent", {
          tokens: bought.tokens,
          new_balance: bought.balance,
          transaction_id: bought.transactionId,
        });
        realtime.publish(person, "BalanceChanged", {
          balance: bought.balance,
          reason: "purchase",
          transfer_id: bought.transferId,
        });
      },
      subscription_saved: (saved: SubscriptionSaved) =>
        realtime.publish(`person:${saved.fanId}`, "SaveSubscriptionEvent", {
          fan_id: saved.fanId,
          model_id: saved.modelId,
          subscription_id: saved.subscriptionId,
          start: saved.start,
          end: saved.end,
          canceled_at: saved.canceledAt,
        }),
      subscription_paid: ({ fanId, ...paid }: SubscriptionPaid) => {
        realtime.publish(`person:${fanId}`, "CallbackBuySubscriptionEvent", {
          fan_id: fanId,
          model_id: paid.modelId,
          subscription_id: paid.subscriptionId,
          transaction_id: paid.transactionId,
        });
        if (paid.transferId === null) return;
        realtime.publish(`person:${fanId}`, "BalanceChanged", {
          balance: paid.balance,
          reason: "subscription_tokens",
          transfer_id: paid.transferId,
        });
      },
      subscription_returned: ({ fanId, balance, kind }: SubscriptionReturned) =>
        realtime.publish(`person:${fanId}`, "BalanceChanged", { balance, reason: kind, transfer_id: null }),
      email_confirmed: ({ fanId, balance, transferId }: EmailConfirmed) =>
        realtime.publish(`person:${fanId}`, "BalanceChanged", {
          balance,
          reason: "email_confirmed",
          transfer_id: transferId,
        }),
      inviter_rewarded: ({ inviterId, balance, reason, transferId }: InviterRewarded) =>
        realtime.publish(`person:${inviterId}`, "BalanceChanged", {
          balance,
          reason,
          transfer_id: transferId,
        }),
      content_bought: ({ fanId, balance, transferId }: ContentBought) =>
        realtime.publish(`person:${fanId}`, "BalanceChanged", {
          balance,
          reason: "unlock",
          transfer_id: transferId,
        }),
      purchase_returned: ({ fanId, balance, kind }: PurchaseReturned) =>
        realtime.publish(`person:${fanId}`, "BalanceChanged", { balance, reason: kind, transfer_id: null }),
    },
  });
}
