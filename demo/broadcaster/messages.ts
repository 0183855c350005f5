import type { Reaction } from "./playlist.ts";

/** Why a model is off the air without having been told: the engine closed the publication, refused it, or there is nothing to show. */
export type LostReason = "closed" | "refused" | "not-drawn";

/** What the broadcaster's process is told. */
export type Command =
  | { type: "start"; login: string; key: string }
  | { type: "stop"; login: string }
  | { type: "react"; login: string; reaction: Reaction }
  | { type: "quit" };

/** What it tells. */
export type Report =
  | { type: "live"; login: string }
  | { type: "lost"; login: string; reason: LostReason }
  | { type: "log"; line: string };
