import type { PlaybackTarget } from "./playback.ts";
import type { Reaction } from "./playlist.ts";

/** Why a broadcast was lost: the engine closed the publication, refused it, or there is nothing to show. */
export type LostReason = "closed" | "refused" | "not-drawn";

/** Commands to the broadcaster's process. */
export type Command =
  | { type: "start"; login: string; key: string }
  | { type: "stop"; login: string }
  | { type: "react"; login: string; reaction: Reaction }
  /** Watches the room of a model here, and no longer where it was watched before. */
  | { type: "watch"; login: string; target: PlaybackTarget }
  | { type: "unwatch"; login: string }
  | { type: "quit" };

/** The broadcaster's reports. */
export type Report =
  | { type: "live"; login: string }
  | { type: "lost"; login: string; reason: LostReason }
  /** The watching of a model has ended, or was not possible. */
  | { type: "watch-ended"; login: string }
  | { type: "log"; line: string };
