import type { Tx } from "#server/kit/database/database.ts";
import type { IdentityNeeds } from "./needs.ts";
import { insertFirstPurchase, noteReward, turnReward } from "./store/referrals-store.ts";

/** Who gets something for whose first purchase. Moves no tokens: it says what is due, once. */
export type Referrals = {
  /** The inviter to be rewarded for this purchase, when it is the first of somebody invited; else null. */
  firstPurchase(tx: Tx, friendId: number, purchaseId: string): Promise<{ inviterId: number } | null>;
  /** Remembers the transfer that rewarded the inviter of `friendId`, or rewarded them again. */
  rewarded(tx: Tx, friendId: number, transferId: number): Promise<void>;
  /** The reward to be taken back because its purchase was; null when there is none, or no longer. */
  cancel(tx: Tx, purchaseId: string): Promise<DueReward | null>;
  /** The reward to be given again because its purchase counts after all; null when none was taken back. */
  restore(tx: Tx, purchaseId: string): Promise<DueReward | null>;
};

export type DueReward = { friendId: number; inviterId: number; transferId: number };

/** Makes the book of referrals. */
export function createReferrals({ clock }: Pick<IdentityNeeds, "clock">): Referrals {
  return {
    async firstPurchase(tx, friendId, purchaseId) {
      const referral = await insertFirstPurchase(tx, friendId, purchaseId, clock.now());
      return referral?.inviter_id ? { inviterId: referral.inviter_id } : null;
    },
    rewarded: noteReward,
    cancel: (tx, purchaseId) => turn(tx, purchaseId, "rewarded", "cancelled"),
    restore: (tx, purchaseId) => turn(tx, purchaseId, "cancelled", "rewarded"),
  };
}

async function turn(
  tx: Tx,
  purchaseId: string,
  from: "rewarded" | "cancelled",
  to: "rewarded" | "cancelled",
): Promise<DueReward | null> {
  const referral = await turnReward(tx, purchaseId, from, to);
  if (!referral?.inviter_id || referral.transfer_id === null) return null;
  const { friend_id: friendId, inviter_id: inviterId, transfer_id: transferId } = referral;
  return { friendId, inviterId, transferId };
}
