import type { Events } from "#server/kit/outbox/outbox.ts";
import type { EventHandlers } from "#server/kit/outbox/relay.ts";
import { cutFan } from "./fans.ts";
import { onTakenAway } from "./moderation/remove-message.ts";
import type { RoomsNeeds } from "./needs.ts";
import { onPromoClosed } from "./promo/close-promos.ts";
import { cutPublic } from "./shows/cut-public.ts";
import type { FanCameras } from "./shows/fan-camera.ts";
import type { ShowKeeper } from "./shows/keep-shows.ts";
import { onRequestClosed } from "./shows/withdraw-requests.ts";
import { openParticipantOfFan } from "./store/participants-store.ts";
import type { Watchers } from "./stream/count-watchers.ts";
import { onTipSent, onTipSentInChat } from "./tips/post-tips.ts";

/** What rooms do about events of the outbox; each may come twice. */
export type RoomEvents = {
  /** Takes a fan whom a model has banned out of their show, and of the room. */
  endShowOfBanned(event: Events["fan_banned"]): Promise<void>;
  /** Takes a fan out of the room, and out of a show, of a model whom they have blocked. */
  leaveBlocked(event: Events["model_blocked"]): Promise<void>;
  /** Makes sure that nobody of the public is left in a show. */
  showBegun(event: Events["show_begun"]): Promise<void>;
  /** Makes sure that nothing is left of a show for one of its fans, and notifies both people. */
  showEnded(event: Events["show_ended"]): Promise<void>;
  eventHandlers: Pick<
    EventHandlers,
    | "tip_sent"
    | "tip_sent_in_chat"
    | "room_message_taken_away"
    | "fan_banned"
    | "model_blocked"
    | "show_begun"
    | "show_ended"
    | "promo_closed"
    | "show_request_declined"
    | "show_request_withdrawn"
  >;
};

type EventParts = {
  keeper: Pick<ShowKeeper, "end" | "handleEnded">;
  cameras: Pick<FanCameras, "cut">;
  watchers: Pick<Watchers, "setShow">;
};

export function handleEvents(needs: RoomsNeeds, { keeper, cameras, watchers }: EventParts): RoomEvents {
  const endShowOfBanned: RoomEvents["endShowOfBanned"] = async ({ modelId, fanId }) => {
    const row = await openParticipantOfFan(needs.db, fanId);
    if (row?.model_id === modelId) await keeper.end(row, "banned");
    // Who banned them may have failed to.
    await cutFan(needs, { modelId, fanId }, "banned");
  };
  const leaveBlocked: RoomEvents["leaveBlocked"] = async (event) => {
    const row = await openParticipantOfFan(needs.db, event.fanId);
    if (row?.model_id === event.modelId) await keeper.end(row, "fan_left");
    await cutFan(needs, event, "blocked");
  };
  const showBegun: RoomEvents["showBegun"] = (event) => cutPublic({ ...needs, watchers }, event);
  const showEnded: RoomEvents["showEnded"] = async (event) => {
    // Who ended it has cut the camera, unless their process died first.
    await cameras.cut({ id: event.participantId });
    await keeper.handleEnded(event);
  };
  return {
    endShowOfBanned,
    leaveBlocked,
    showBegun,
    showEnded,
    eventHandlers: {
      tip_sent: onTipSent(needs),
      tip_sent_in_chat: onTipSentInChat(needs),
      room_message_taken_away: onTakenAway(needs),
      fan_banned: endShowOfBanned,
      model_blocked: leaveBlocked,
      show_begun: showBegun,
      show_ended: showEnded,
      promo_closed: onPromoClosed(needs),
      show_request_declined: onRequestClosed(needs),
      show_request_withdrawn: onRequestClosed(needs),
    },
  };
}
