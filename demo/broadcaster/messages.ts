import type { PlaybackPlace } from "./playback.ts";
import type { Reaction } from "./playlist.ts";

/** Why a broadcast was lost: the engine closed the publication, refused it, or there is nothing to show. */
export type LostReason = "closed" | "refused" | "not-drawn";

/** Commands to the broadcaster's process. */
export type Command =
  | { type: "start"; login: string; key: string }
  | { type: "stop"; login: string }
  | { type: "react"; login: string; reaction: Reaction }
  /** Watches this, and nothing that was watched before. */
  | { type: "watch"; place: PlaybackPlace }
  | { type: "unwatch" }
  | { type: "quit" };

/** Its reports. */
export type Report =
  | { type: "live"; login: string }
  | { type: "lost"; login: string; reason: LostReason }
  /** What was watched has ended, or could not be watched. */
  | { type: "watch-ended" }
  | { type: "log"; line: string };
