import { createRelay, type Relay } from "#server/kit/outbox/relay.ts";
import type { TipSent } from "#server/live/live.ts";
import type { PurchaseReturned, TokensPurchased } from "#server/payments/payments.ts";
import type { ShowEndedByStaff } from "#server/support/support.ts";
import type { Modules } from "./modules.ts";
import type { AppNeeds } from "./needs.ts";
import type { EmailConfirmed } from "./reward-email.ts";
import type { InviterRewarded } from "./reward-inviter.ts";

/** Hands each fact of the outbox to the module that must hear of it. */
export function relayFacts({ db, clock, log }: AppNeeds, { live, realtime }: Modules): Relay {
  return createRelay({
    db,
    clock,
    log,
    handlers: {
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
      purchase_returned: ({ fanId, balance, kind }: PurchaseReturned) =>
        realtime.publish(`person:${fanId}`, "BalanceChanged", { balance, reason: kind, transfer_id: null }),
    },
  });
}
