import type { RoomMessage } from "#contract/live.ts";

export type TipSent = {
  modelId: number;
  slug: string;
  /** The show in which it was sent; null in public. */
  showId: number | null;
  fanId: number;
  balance: number;
  transferId: number;
  line: RoomMessage;
};

/** A tip in a chat, with the place of its message. */
export type TipSentInChat = Pick<TipSent, "modelId" | "fanId" | "balance" | "transferId"> & {
  kind: "tip" | "gift";
};

/** A message that staff removed from a room. */
export type RoomMessageTakenAway = { slug: string; id: number };

declare module "#server/kit/outbox/outbox.ts" {
  interface Events {
    tip_sent: TipSent;
    tip_sent_in_chat: TipSentInChat;
    room_message_taken_away: RoomMessageTakenAway;
    /** A listed model began to stream. */
    stream_began: { modelId: number };
    /** A private or VIP show is over, and its room is everybody's again. */
    room_public: { modelId: number };
    /** A show has begun in a room that was everybody's. */
    show_begun: { modelId: number; sessionId: number };
    fan_banned: { modelId: number; fanId: number };
  }
}
