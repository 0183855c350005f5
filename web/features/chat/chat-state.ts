import type { RoomMessage } from "#contract/live.ts";
import type { ChatFilter } from "./chat-filter.ts";
import { type ChatLine, withHistory } from "./chat-line.ts";

/** The outcome of a message. `slow_down` carries the seconds to wait; `refused` the server's own words. */
export type SendOutcome =
  | { ok: true; line: RoomMessage }
  | { ok: false; refusal: "slow_down"; waitSeconds: number }
  | { ok: false; refusal: "refused"; message: string }
  | { ok: false; refusal: "network" };

/** `of` is how long the wait was when it began: announced once, while `waitSeconds` counts down. */
export type ChatNotice =
  | { kind: "slow_down"; waitSeconds: number; of: number }
  | { kind: "refused"; message: string };

export type ChatState = {
  lines: readonly ChatLine[];
  draft: string;
  notice: ChatNotice | null;
  /** Lines that arrived while the reader was further up. */
  unseen: number;
  atBottom: boolean;
  filter: ChatFilter;
  /** Counts the conversations that had the place: that of a show shares no line with that of its public room. */
  conversation: number;
};

/** The person who writes here. */
export type ChatAuthor = { id: number; name: string; role: "fan" | "model" };

/** One room's chat: what is shown of it, and what it takes to know which lines belong there. */
export type Chat = {
  view: ChatState;
  /** The id of who writes here. */
  me: number;
  /** Ids of lines that were removed from the room; a history on its way may still have them. */
  removed: ReadonlySet<number>;
  /** The seconds between two messages of one's own. */
  pace: number;
};

/** A chat with the lines that came with the room. */
export const chatOf = (me: number, history: readonly RoomMessage[]): Chat => ({
  view: {
    lines: withHistory([], history, ({ author }) => author.id === me, new Set()),
    draft: "",
    notice: null,
    unseen: 0,
    atBottom: true,
    filter: "all",
    conversation: 0,
  },
  me,
  removed: new Set(),
  pace: 0,
});

export type ChatEvent =
  | { kind: "draft_changed"; draft: string }
  | { kind: "submitted"; waiting: ChatLine }
  | { kind: "retried"; key: string }
  | { kind: "send_answered"; waiting: ChatLine; outcome: SendOutcome }
  | { kind: "line_received"; line: RoomMessage }
  | { kind: "line_removed"; id: number }
  /** `before`: the keys of the lines that were delivered before the history was asked for. */
  | { kind: "history_loaded"; history: readonly RoomMessage[]; before: ReadonlySet<string> }
  | { kind: "scrolled"; atBottom: boolean }
  | { kind: "filtered"; filter: ChatFilter }
  | { kind: "pace_set"; seconds: number }
  | { kind: "second_passed" }
  | { kind: "notice_expired" }
  | { kind: "disposed" };

export type ChatEffect =
  | { kind: "send"; waiting: ChatLine }
  /** Sends this event after so long, in place of the one before. */
  | {
      kind: "start_timer";
      ms: number;
      event: Extract<ChatEvent, { kind: "second_passed" | "notice_expired" }>;
    }
  | { kind: "stop_timer" };
