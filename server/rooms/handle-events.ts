import type { Events } from "#server/kit/outbox/outbox.ts";
import type { EventHandlers, Together } from "#server/kit/outbox/relay.ts";
import { onTakenAway } from "./moderation/remove-message.ts";
import type { RoomsNeeds } from "./needs.ts";
import type { Watchers } from "./stream/count-watchers.ts";
import { cutPublic } from "./stream/cut-public.ts";
import { onTipsSent, onTipSentInChat } from "./tips/post-tips.ts";

/** The reactions of rooms to events of the outbox; each may come twice. */
export type RoomEvents = Pick<EventHandlers, "tip_sent_in_chat" | "room_message_taken_away"> & {
  tip_sent: Together<Events["tip_sent"]>;
  show_begun(event: Events["show_begun"]): Promise<void>;
};

/** The handlers of {@link RoomEvents}. */
export function handleEvents(needs: RoomsNeeds, watchers: Pick<Watchers, "setShow">): RoomEvents {
  return {
    tip_sent: onTipsSent(needs),
    tip_sent_in_chat: onTipSentInChat(needs),
    room_message_taken_away: onTakenAway(needs),
    show_begun: (event) => cutPublic({ ...needs, watchers }, event),
  };
}
