import type { RoomLine } from "#contract/live.ts";
import type { LiveNeeds } from "./live.ts";
import { goalReached } from "./room-goal.ts";
import { roomOfModel } from "./store/rooms-store.ts";

/** What the outbox carries of a sent tip. */
export type TipSent = {
  modelId: number;
  slug: string;
  fanId: number;
  balance: number;
  transferId: number;
  line: RoomLine;
};

/** Tells a sent tip to the room, to the fan's own pages, and moves the goal. Safe to repeat. */
export function announceTip({ db, realtime, tipSeen }: LiveNeeds) {
  return async (sent: TipSent): Promise<void> => {
    realtime.publish(`room:${sent.slug}`, "RoomMessage", sent.line);
    realtime.publish(`person:${sent.fanId}`, "BalanceChanged", {
      balance: sent.balance,
      reason: sent.line.kind,
      transfer_id: sent.transferId,
    });
    tipSeen?.(sent);
    const room = await roomOfModel(db, sent.modelId);
    if (!room?.goal_target) return;
    realtime.publish(`room:${sent.slug}`, "RoomGoal", {
      title_en: room.goal_title_en ?? "",
      title_es: room.goal_title_es ?? "",
      reached: await goalReached(db, room),
      target: room.goal_target,
    });
  };
}
