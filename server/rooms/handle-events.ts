import type { Events } from "#server/kit/outbox/outbox.ts";
import type { EventHandlers } from "#server/kit/outbox/relay.ts";
import { cutFan } from "./fans.ts";
import { onTakenAway } from "./moderation/remove-message.ts";
import type { RoomsNeeds } from "./needs.ts";
import type { FanCameras } from "./shows/fan-camera.ts";
import type { ShowKeeper } from "./shows/keep-shows.ts";
import { openParticipantOfFan } from "./store/participants-store.ts";
import { onTipSent, onTipSentInChat } from "./tips/post-tips.ts";

/** What rooms do about events of the outbox; each may come twice. */
export type RoomEvents = {
  /** Ends the show of a fan whom its model has banned. */
  endShowOfBanned(event: Events["fan_banned"]): Promise<void>;
  /** Takes a fan out of the room, and out of a show, of a model whom they have blocked. */
  leaveBlocked(event: Events["model_blocked"]): Promise<void>;
  /** Makes sure that nothing is left of a show for one of its fans, and notifies both people. */
  showEnded(event: Events["show_ended"]): Promise<void>;
  eventHandlers: Pick<
    EventHandlers,
    | "tip_sent"
    | "tip_sent_in_chat"
    | "room_message_taken_away"
    | "fan_banned"
    | "model_blocked"
    | "show_ended"
  >;
};

type EventParts = { keeper: Pick<ShowKeeper, "end" | "handleEnded">; cameras: Pick<FanCameras, "cut"> };

export function handleEvents(needs: RoomsNeeds, { keeper, cameras }: EventParts): RoomEvents {
  const endShowOfBanned: RoomEvents["endShowOfBanned"] = async ({ modelId, fanId }) => {
    const row = await openParticipantOfFan(needs.db, fanId);
    if (row?.model_id === modelId) await keeper.end(row, "banned");
  };
  const leaveBlocked: RoomEvents["leaveBlocked"] = async (event) => {
    const row = await openParticipantOfFan(needs.db, event.fanId);
    if (row?.model_id === event.modelId) await keeper.end(row, "fan_left");
    await cutFan(needs, event, "blocked");
  };
  const showEnded: RoomEvents["showEnded"] = async (event) => {
    // Who ended it has cut the camera, unless their process died first.
    await cameras.cut({ id: event.participantId });
    await keeper.handleEnded(event);
  };
  return {
    endShowOfBanned,
    leaveBlocked,
    showEnded,
    eventHandlers: {
      tip_sent: onTipSent(needs),
      tip_sent_in_chat: onTipSentInChat(needs),
      room_message_taken_away: onTakenAway(needs),
      fan_banned: endShowOfBanned,
      model_blocked: leaveBlocked,
      show_ended: showEnded,
    },
  };
}
