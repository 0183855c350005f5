import type { Finding, NoPicture } from "#web/lib/media/no-picture.ts";
import type { LiveStream } from "../live-stream.ts";
import type { Backoff } from "../media-session.ts";
import type { Latency } from "./playback-stats.ts";
import type {
  LayerPreference,
  LossReason,
  WhepAddress,
  WhepConnection,
  WhepRefusal,
} from "./whep-connection.ts";

/**
 * - `connecting`: no frame yet. `playing`: frames arrive.
 * - `stalled`: the picture stands; a new session is being asked for. `recovering`: that was repeated, see `attempt`.
 * - `waiting`: nobody publishes now. While the room says so it is left in peace; otherwise it is tried again slowly.
 * - `ended`: the model ended the stream. `refused`: this person may not watch. `elsewhere`: they watch in newer tabs or on
 *   other devices, and this one gave its place up. `blocked`: this browser plays nothing before a press. `unable`: it plays no
 *   live media at all.
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
  | "blocked"
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
  /** The measured delay of the picture, in whole tenths of a second; null until known, and while it does not move. */
  latency: Latency | null;
  stream: LiveStream | null;
  hasPlayed: boolean;
};

/** Phases of a session in which a picture should be there. */
export const missesPicture = (phase: WhepPhase): boolean =>
  phase === "connecting" || phase === "stalled" || phase === "recovering";

/** The carrier of the pictures: WebRTC, or a socket of the page's own origin, over HTTPS like the page itself. */
export type Rung = "webrtc" | "https";

/** One player: what is shown of it, and what it knows of its sessions with the engine. */
export type Playback = {
  view: WhepState;
  connection: WhepConnection | null;
  /** Counts the attempts, so that the answer of an overtaken one is thrown away. */
  attempts: number;
  /** The attempt that made the present connection. */
  adopted: number;
  isConnecting: boolean;
  /** The room has reported that nobody publishes, so asking would only be refused. */
  isPaused: boolean;
  /** The model takes a break: what still comes is for nobody. */
  isUnseen: boolean;
  layer: LayerPreference;
  /** By what the next session is asked for, and by what this browser and its server may be able to. */
  rung: Rung;
  rungs: readonly Rung[];
  /** Why the one above was left, until a picture plays. */
  fellBy: NoPicture | null;
  /** Frames decoded in all sessions so far. */
  framesTotal: number;
};

export const idlePlayback: Playback = {
  view: {
    phase: "idle",
    attempt: 0,
    missingSeconds: 0,
    noPicture: null,
    moving: false,
    latency: null,
    stream: null,
    hasPlayed: false,
  },
  connection: null,
  attempts: 0,
  adopted: 0,
  isConnecting: false,
  isPaused: false,
  isUnseen: false,
  layer: "auto",
  rung: "webrtc",
  rungs: ["webrtc", "https"],
  fellBy: null,
  framesTotal: 0,
};

/** A request to the engine. `given` is an address just received; without it a fresh one is fetched. */
export type PlaybackAttempt = {
  attempt: number;
  given: WhepAddress | undefined;
  layer: LayerPreference;
  rung: Rung;
  /** The new session replaces the present one even while that plays. */
  insist: boolean;
};

export type PlaybackEvent =
  /** `rung`: what worked last on this page. */
  | { kind: "started"; address: WhepAddress | undefined; rung?: Rung }
  | { kind: "switched"; address: WhepAddress }
  | { kind: "network_changed" }
  | { kind: "paused"; unseen: boolean }
  | { kind: "began" }
  | { kind: "ended" }
  | { kind: "replaced"; sessionId: string }
  | { kind: "blocked" }
  | { kind: "resumed" }
  | { kind: "layer_preferred"; layer: LayerPreference }
  | { kind: "left" }
  | { kind: "connected"; asked: PlaybackAttempt; connection: WhepConnection }
  | { kind: "refused"; asked: PlaybackAttempt; refusal: WhepRefusal | "not_live" | "refused" }
  | { kind: "connection_lost"; attempt: number; why: LossReason | undefined }
  /** This browser, or this server, has no such rung. */
  | { kind: "unsupported"; asked: PlaybackAttempt }
  | { kind: "retry_due" }
  /** Frames were decoded since the last sample. */
  | { kind: "frames_decoded"; added: number; latency: Latency | null }
  | { kind: "no_frame_decoded" }
  /** No frame for too long. */
  | { kind: "stalled"; found: Finding | null }
  /** The video element showed a frame. */
  | { kind: "frame_shown" }
  | { kind: "missing_for"; seconds: StallStep }
  | { kind: "cause_known"; cause: NoPicture | null };

export type PlaybackEffect =
  | ({ kind: "connect" } & PlaybackAttempt)
  | { kind: "close"; connection: WhepConnection }
  | { kind: "prefer_layer"; connection: WhepConnection; layer: LayerPreference }
  | { kind: "watch_frames"; connection: WhepConnection }
  /** The frames decoded up to now are old. */
  | { kind: "settle_frames" }
  | { kind: "stop_watching" }
  | { kind: "retry"; backoff: Backoff; attempt: number }
  | { kind: "cancel_retry" }
  /** Why there may be no picture; `isCertain`: it is said at once. */
  | { kind: "find_cause"; cause: NoPicture | null; isCertain: boolean }
  | { kind: "report_frames"; total: number }
  /** The picture plays by this rung. */
  | { kind: "rung_worked"; rung: Rung };
