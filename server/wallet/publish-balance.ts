import type { RealtimeEvents } from "#contract/realtime-events.ts";
import type { Topic } from "#contract/realtime.ts";

/** The way to the open pages of a person. */
export type PersonalPages = {
  publish(topic: Topic, name: "BalanceChanged", data: RealtimeEvents["BalanceChanged"]): void;
};

/** A fan's balance after one transfer, or after several where `transferId` is null; `reason` says what for, as pages know it. */
export type NewBalance = { fanId: number; balance: number; reason: string; transferId: number | null };

/**
 * Shows all of a fan's open pages what they have now. To be called after the commit; a page that misses it reads the balance
 * when it connects again.
 */
export function publishBalance(
  pages: PersonalPages,
  { fanId, balance, reason, transferId }: NewBalance,
): void {
  pages.publish(`person:${fanId}`, "BalanceChanged", { balance, reason, transfer_id: transferId });
}
