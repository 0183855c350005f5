import type { Identity } from "#server/identity/identity.ts";
import type { Tx } from "#server/kit/database/database.ts";
import { publishEvent } from "#server/kit/outbox/outbox.ts";
import type { Wallet } from "#server/wallet/wallet.ts";
import type { PurchaseHook } from "./needs.ts";

/** Tokens that an inviter gets when a friend buys for the first time. */
const referralTokens = 50;

declare module "#server/kit/outbox/outbox.ts" {
  interface Events {
    /** An inviter's balance changed by a friend's purchase; `reason` is that of the statement. */
    inviter_rewarded: { inviterId: number; balance: number; reason: string; transferId: number | null };
  }
}

type Needs = { referrals: Identity["referrals"]; wallet: Pick<Wallet, "issue" | "reverse"> };

/**
 * Rewards the inviter in the transaction of a friend's first completed purchase, takes the reward back with a refund or
 * chargeback of that purchase, and gives it again when the dispute is won, as often as that happens. The ledger's keys
 * are the friend's and the transfer's that is reversed or replaced.
 */
export function rewardInviter({ referrals, wallet }: Needs): PurchaseHook {
  return {
    async completed(tx, { fanId, transactionId }) {
      const due = await referrals.firstPurchase(tx, fanId, transactionId);
      if (!due) return;
      const transferId = await give(tx, wallet, due.inviterId, `referral:${fanId}`, "referral_reward");
      await referrals.rewarded(tx, fanId, transferId);
    },
    async returned(tx, { transactionId, kind }) {
      if (kind === "chargeback_reversed") {
        const due = await referrals.restore(tx, transactionId);
        if (!due) return;
        const key = `referral_again:${due.friendId}:${due.transferId}`;
        const transferId = await give(tx, wallet, due.inviterId, key, "referral_restored");
        await referrals.rewarded(tx, due.friendId, transferId);
        return;
      }
      const due = await referrals.cancel(tx, transactionId);
      if (due) await takeBack(tx, wallet, due, kind === "refunded" ? "refund" : "chargeback");
    },
  };
}

async function give(
  tx: Tx,
  wallet: Needs["wallet"],
  inviterId: number,
  key: string,
  reason: string,
): Promise<number> {
  const to = { kind: "fan", id: inviterId } as const;
  const receipt = await wallet.issue(tx, { key, to, tokens: referralTokens, kind: "referral", reason });
  if (!receipt.ok) throw new Error(`${key} could not be given: ${receipt.refusal}`);
  const { balance, transferId } = receipt;
  await publishEvent(tx, "inviter_rewarded", { inviterId, balance, reason, transferId });
  return transferId;
}

/** The part that the inviter has spent already becomes a debt, as with a reversed purchase. */
async function takeBack(
  tx: Tx,
  wallet: Needs["wallet"],
  due: { friendId: number; inviterId: number; transferId: number },
  kind: "refund" | "chargeback",
): Promise<void> {
  const { friendId, inviterId, transferId } = due;
  const reason = "referral_cancelled";
  const key = `referral_cancelled:${friendId}:${transferId}`;
  const receipt = await wallet.reverse(tx, { key, transferId, kind, reason });
  if (!receipt.ok) throw new Error(`${key} could not be reversed: ${receipt.refusal.code}`);
  await publishEvent(tx, "inviter_rewarded", {
    inviterId,
    balance: receipt.balance,
    reason,
    transferId: null,
  });
}
