import type { DisconnectReason } from "#contract/realtime.ts";

/** The connection to the server. `nextTryInMs` is the whole delay from its start; `cut` is why it stays closed. */
export type ConnectionState = {
  phase: "idle" | "connecting" | "open" | "waiting" | "stopped";
  /** Failed attempts since the connection last worked. */
  tries: number;
  nextTryInMs: number | null;
  /** Disconnected for more than 0.7 s, or the device reports no network. */
  away: boolean;
  /** True for one second after a reconnect. */
  reconnected: boolean;
  cut: DisconnectReason | null;
};

export const idleState: ConnectionState = {
  phase: "idle",
  tries: 0,
  nextTryInMs: null,
  away: false,
  reconnected: false,
  cut: null,
};
