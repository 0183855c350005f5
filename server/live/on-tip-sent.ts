import type { Audiences } from "./audiences.ts";
import type { TipSent } from "./events.ts";
import type { LiveNeeds } from "./needs.ts";
import { goalReached } from "./room-goal.ts";
import { roomOfModel } from "./store/rooms-store.ts";

/** Shows a sent tip to the room and to the fan's other pages, and moves the goal. Safe to repeat. */
export function onTipSent({ db, realtime }: LiveNeeds, audiences: Pick<Audiences, "at">) {
  return async (sent: TipSent): Promise<void> => {
    realtime.publish(`person:${sent.fanId}`, "BalanceChanged", {
      balance: sent.balance,
      reason: sent.line.kind,
      transfer_id: sent.transferId,
    });
    const audience = audiences.at(sent.slug);
    const room = await roomOfModel(db, sent.modelId);
    // Another audience than the one it was meant for is there by now: it finds the tip in the history, if at all.
    if (room?.show_id !== (sent.showId ?? null) || audiences.at(sent.slug) !== audience) return;
    realtime.publish(`room:${sent.slug}`, "RoomMessage", sent.line);
    if (!room.goal_target) return;
    realtime.publish(`room:${sent.slug}`, "RoomGoal", {
      title_en: room.goal_title_en ?? "",
      title_es: room.goal_title_es ?? "",
      reached: await goalReached(db, room),
      target: room.goal_target,
    });
  };
}
