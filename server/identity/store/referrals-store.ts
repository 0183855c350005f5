import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { Tx } from "#server/kit/database/database.ts";
import type { AccountTables } from "./tables.ts";

export type Referral = Selectable<AccountTables["accounts.referral"]>;

const write = (tx: Tx) => tx.$extendTables<AccountTables>();

/**
 * Writes down the first purchase of somebody who was invited. Answers it once; undefined for later purchases and for
 * people whom nobody invited. Two at the same moment wait for each other here.
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

/** Notes the transfer by which the inviter was rewarded. */
export async function noteReward(tx: Tx, friendId: number, transferId: number): Promise<void> {
  await write(tx)
    .updateTable("accounts.referral")
    .set({ transfer_id: transferId })
    .where("friend_id", "=", friendId)
    .execute();
}

/** Brings the reward of a purchase from one state to another; undefined when there is none in that state. */
export function turnReward(
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
