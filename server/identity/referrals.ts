import { type Selectable, sql } from "kysely";
import type { Tx } from "#server/kit/database/database.ts";
import type { IdentityNeeds } from "./needs.ts";
import type { AccountTables } from "./store/tables.ts";

/** Rewards for inviting friends, one for each friend's first purchase. Moves no tokens: it returns what is due, once. */
export type Referrals = {
  /** The inviter to reward for this purchase, when it is the first one of an invited friend; else null. */
  firstPurchase(tx: Tx, friendId: number, purchaseId: string): Promise<{ inviterId: number } | null>;
  /** Stores the transfer that rewarded the inviter of `friendId`, or rewarded them again. */
  rewarded(tx: Tx, friendId: number, transferId: number): Promise<void>;
  /** The reward to reverse because its purchase was reversed; null when there is none, or no longer. */
  cancel(tx: Tx, purchaseId: string): Promise<DueReward | null>;
  /** The reward to grant again because a dispute was won; null when none was reversed. */
  restore(tx: Tx, purchaseId: string): Promise<DueReward | null>;
};

export type DueReward = { friendId: number; inviterId: number; transferId: number };

/** Makes the {@link Referrals}. */
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
  const referral = await switchReward(tx, purchaseId, from, to);
  if (!referral?.inviter_id || referral.transfer_id === null) return null;
  const { friend_id: friendId, inviter_id: inviterId, transfer_id: transferId } = referral;
  return { friendId, inviterId, transferId };
}

export type Referral = Selectable<AccountTables["accounts.referral"]>;

const write = (tx: Tx) => tx.$extendTables<AccountTables>();

/**
 * Records the first purchase of an invited friend. Undefined for later purchases and for people whom nobody invited.
 * When two come at one moment, one of them waits for the other here.
 */
export async function insertFirstPurchase(
  tx: Tx,
  friendId: number,
  purchaseId: string,
  at: Date,
): Promise<Referral | undefined> {
  const { rows } = await sql<Referral>`
    insert into accounts.referral (friend_id, inviter_id, purchase_id, state, at)
    select friend.id, inviter.id, ${purchaseId}, case when inviter.id is null then 'unrewarded' else 'rewarded' end, ${at}
      from accounts.account as friend
      left join accounts.account as inviter
        on inviter.id = friend.referrer_id and inviter.role = 'fan' and inviter.status <> 'blocked'
     where friend.id = ${friendId} and friend.referrer_id is not null
    on conflict do nothing
    returning *`.execute(tx);
  return rows[0];
}

/** Stores the transfer by which the inviter was rewarded. */
export async function noteReward(tx: Tx, friendId: number, transferId: number): Promise<void> {
  await write(tx)
    .updateTable("accounts.referral")
    .set({ transfer_id: transferId })
    .where("friend_id", "=", friendId)
    .execute();
}

/** Moves the reward of a purchase from one state to another; undefined when there is none in the first state. */
export function switchReward(
  tx: Tx,
  purchaseId: string,
  from: "rewarded" | "cancelled",
  to: "rewarded" | "cancelled",
): Promise<Referral | undefined> {
  return write(tx)
    .updateTable("accounts.referral")
    .set({ state: to })
    .where("purchase_id", "=", purchaseId)
    .where("state", "=", from)
    .returningAll()
    .executeTakeFirst();
}
