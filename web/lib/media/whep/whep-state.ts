import type { NoPicture } from "#web/lib/media/no-picture.ts";
import type { Latency } from "./playback-stats.ts";

/**
 * - `connecting`: no frame yet. `playing`: frames arrive.
 * - `stalled`: the picture stands; a new session is being asked for. `recovering`: that was repeated, see `attempt`.
 * - `waiting`: nobody publishes now. While the room says so it is left in peace; otherwise it is tried again slowly.
 * - `ended`: the model ended the stream. `refused`: this person may not watch. `elsewhere`: they watch in newer tabs or on
 *   other devices, and this one gave its place up. `unable`: this browser plays no live media.
 */
export type WhepPhase =
  | "idle"
  | "connecting"
  | "playing"
  | "stalled"
  | "recovering"
  | "waiting"
  | "ended"
  | "refused"
  | "elsewhere"
  | "unable";

/** For how many seconds a picture has been missing: the last step that was reached; 0 before the first. */
export type StallStep = 0 | 2 | 8 | 20;

export type WhepState = {
  phase: WhepPhase;
  /** How often a session was asked for since the picture last moved; 0 while all is well. */
  attempt: number;
  /** For how many seconds, in steps, a picture has been missing that should be there. */
  missingSeconds: StallStep;
  /** Why there is no picture, once that is certain or long enough concluded; null while it moves or is on its way. */
  noPicture: NoPicture | null;
  /** The last sample saw the picture move. */
  moving: boolean;
  /** Its measured delay, in whole tenths of a second; null until known, and while it does not move. */
  latency: Latency | null;
  stream: MediaStream | null;
  hasPlayed: boolean;
};

/** Phases of a session in which a picture should be there. */
export const missesPicture = (phase: WhepPhase): boolean =>
  phase === "connecting" || phase === "stalled" || phase === "recovering";
