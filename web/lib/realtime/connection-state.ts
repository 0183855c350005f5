import type { CutReason } from "#contract/realtime.ts";

/** The line to the server. `nextTryInMs` is the whole wait, from when it began; `cut` says why it will stay down. */
export type ConnectionState = {
  phase: "idle" | "connecting" | "open" | "waiting" | "stopped";
  /** Failed attempts since the line last worked. */
  tries: number;
  nextTryInMs: number | null;
  /** The page has been without its line for 0.7 s, or its device says that there is no network. */
  away: boolean;
  /** True for one second after the line is back. */
  reconnected: boolean;
  cut: CutReason | null;
};

export const idleState: ConnectionState = {
  phase: "idle",
  tries: 0,
  nextTryInMs: null,
  away: false,
  reconnected: false,
  cut: null,
};
