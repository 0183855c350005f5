import type { NoPicture } from "#web/lib/media/no-picture.ts";
import type { Uplink, UplinkCount } from "./uplink-stats.ts";
import type {
  TransportChange,
  WhipAddress,
  WhipConnection,
  WhipOutcome,
  WhipRefusal,
} from "./whip-connection.ts";

/**
 * idle: not publishing · connecting: the first try · live: media flows · reconnecting: it was lost and is being
 * restored · taken: another encoder publishes to the room now · refused: the key or the account is not accepted.
 */
export type WhipPhase = "idle" | "connecting" | "live" | "reconnecting" | "taken" | "refused";

export type WhipState = {
  phase: WhipPhase;
  /** Tries since media last flowed. */
  attempt: number;
  refusal: WhipRefusal | null;
  /** Why media does not get through while it is tried; null while it flows or may still come. */
  noPicture: NoPicture | null;
  uplink: Uplink | null;
};

/** One publisher: what is shown of it, and what it knows of its sessions with the engine. */
export type Publication = {
  view: WhipState;
  address: WhipAddress | null;
  stream: MediaStream | null;
  connection: WhipConnection | null;
  /** The entity tag of our last session, so that restoring it pushes nobody out. */
  lastTag: string | null;
  isOffering: boolean;
  /** An offer whose answer never came here may have opened a session all the same, until then. */
  unansweredUntilMs: number;
  /** Counts the sessions, so that what an overtaken one reports is ignored. */
  attempts: number;
  count: UplinkCount | null;
};

export const atRest: WhipState = { phase: "idle", attempt: 0, refusal: null, noPicture: null, uplink: null };

export const noPublication: Publication = {
  view: atRest,
  address: null,
  stream: null,
  connection: null,
  lastTag: null,
  isOffering: false,
  unansweredUntilMs: 0,
  attempts: 0,
  count: null,
};

export const isTrying = (phase: WhipPhase): boolean => phase === "connecting" || phase === "reconnecting";

export type PublicationEvent =
  | { kind: "started"; address: WhipAddress; stream: MediaStream; hasWebRtc: boolean }
  /** Another stream is to be sent. */
  | { kind: "stream_changed"; stream: MediaStream }
  | { kind: "network_changed" }
  /** Some session publishes to the room now. */
  | { kind: "session_published"; sessionId: string }
  /** The session is ended by who stopped it. */
  | { kind: "stopped" }
  | { kind: "offer_answered"; attempt: number; outcome: WhipOutcome }
  | { kind: "transport_changed"; attempt: number; change: TransportChange }
  | { kind: "transport_timed_out" }
  | { kind: "tracks_refused"; attempt: number }
  | { kind: "sampled"; attempt: number; uplink: Uplink | null; count: UplinkCount }
  | { kind: "retry_due" }
  | { kind: "cause_known"; cause: NoPicture | null };

export type PublicationEffect =
  | { kind: "offer"; attempt: number; address: WhipAddress; stream: MediaStream; lastTag: string | null }
  | { kind: "send_tracks"; attempt: number; connection: WhipConnection; stream: MediaStream }
  | { kind: "drop"; connection: WhipConnection }
  | { kind: "end"; connection: WhipConnection }
  | { kind: "await_transport"; maxMs: number }
  | { kind: "retry"; attempt: number }
  /** Ends the wait for the transport, or for the next try. */
  | { kind: "cancel_timer" }
  | { kind: "start_stats"; attempt: number }
  | { kind: "stop_stats" }
  /** Why media may not get through; `isCertain`: it is said at once. */
  | { kind: "find_cause"; cause: NoPicture; isCertain: boolean };
