import type { Reaction } from "./playlist.ts";

/** Why a broadcast was lost: the engine closed the publication, refused it, or there is nothing to show. */
export type LostReason = "closed" | "refused" | "not-drawn";

/** Commands to the broadcaster's process. */
export type Command =
  | { type: "start"; login: string; key: string }
  | { type: "stop"; login: string }
  | { type: "react"; login: string; reaction: Reaction }
  | { type: "quit" };

/** Its reports. */
export type Report =
  | { type: "live"; login: string }
  | { type: "lost"; login: string; reason: LostReason }
  | { type: "log"; line: string };
