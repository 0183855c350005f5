import type { Socket } from "node:net";
import type { FramesRefusal } from "#contract/media-frames.ts";
import type {
  EngineEvent,
  FramesHello,
  FramesUpgrade,
  FramesWatch,
  LayerPreference,
  MediaLoss,
  PublishAfter,
  RoomReport,
  ViewerFlow,
} from "#engine/ipc/protocol.ts";
import type { Result } from "#server/kit/result.ts";
import type { SessionRegistry } from "#server/media/session-registry.ts";
import type { Holder } from "./session-registry.ts";

/** A session that has been set up: the answer goes to the client, the id is what ends it. */
export type MediaSession = { sessionId: string; answerSdp: string };

export type SessionRefusal = "bad_sdp" | "unsupported_codec" | "too_many" | "engine_down";

/** `interrupted`: the publisher was ended while it was being set up. */
export type PublishRefusal = SessionRefusal | "other_publisher" | "interrupted";

export type PlayRefusal = SessionRefusal | "no_publisher";

/**
 * Events of the engine as they happen. `engine-down` means that every session is lost, or those of these `rooms` where others
 * go on, whose publishers and viewers may reconnect at once; it has not answered for `silentMs`. After `engine-restarted` all may
 * reconnect. A publisher that is replaced by another one has not ended.
 */
export type MediaEvent =
  | EngineEvent
  | { kind: "engine-down"; silentMs?: number; rooms?: ReadonlySet<string> }
  | { kind: "engine-restarted" };

/**
 * The carrier of live media: the embedded engine or LiveKit. Rooms are named by the caller; a room exists while it has
 * sessions.
 */
export type MediaCore = {
  /**
   * Connects a publisher of `room` by its SDP offer; the previous publisher is ended, the viewers stay. With `after` it is
   * refused with `other_publisher` unless it would replace the publisher that is meant.
   */
  publish(
    room: string,
    offerSdp: string,
    after?: PublishAfter,
  ): Promise<Result<MediaSession, PublishRefusal>>;
  /** The playback sessions, the oldest first; those being set up come last and have no id yet. */
  viewers(): ReturnType<SessionRegistry["viewers"]>;
  /** Ends a session; false when there is none of that id (any more). */
  endSession(sessionId: string): Promise<boolean>;
  /**
   * Ends the viewers of `room`, but for those whose tag `keep` accepts. Once resolved, not one packet goes to the others,
   * whether they were connected or just connecting; without `keep`, and not one that had come by then to those who come next.
   */
  endViewers(room: string, keep?: (tag: string) => boolean): Promise<void>;
  /** Ends the viewers whose tag `isGone` accepts, in every room. */
  endViewersEverywhere(isGone: (tag: string) => boolean): Promise<void>;
  endPublisher(room: string): Promise<void>;
  /**
   * Sends the viewers of `room` nothing, no matter who publishes or comes, until it is let go; then they go on at once.
   * Once resolved, not one packet goes to them. Outlasts a restart of what carries the media.
   */
  hold(room: string, held: boolean): Promise<void>;
  /** The last per-second report, by room; empty while the engine is down. */
  rooms(): ReadonlyMap<string, RoomReport>;
  /**
   * The media that flowed to the viewers of `room` until now, between two reports; empty when the engine does not
   * answer.
   */
  flows(room: string): Promise<ViewerFlow[]>;
  /** Calls `listener` with each per-second report; returns how to stop that. */
  onReport(listener: (rooms: ReadonlyMap<string, RoomReport>) => void): () => void;
  onEvent(listener: (event: MediaEvent) => void): () => void;
  /** True while media can be carried: a process of the engine is up and answering. */
  healthy(): boolean;
  stop(): Promise<void>;
};

/** `interrupted`: its connection has ended. */
export type WatchRefusal = "unsupported_codec" | "too_many" | "no_publisher" | "engine_down" | "interrupted";

/** The embedded engine, whose viewers connect by SDP offers of their own. */
export type MediaEngine = MediaCore & {
  /**
   * Connects a viewer of `room`, who is `holder` for {@link MediaCore.viewers}. `tag` identifies the session in reports
   * and in {@link MediaCore.endViewers}. A viewer who is ended while still being set up is refused with `no_publisher`.
   * `layer` is the simulcast layer that the viewer begins with, `auto` when absent.
   */
  play(
    room: string,
    offerSdp: string,
    tag: string,
    holder?: Holder,
    layer?: LayerPreference,
  ): Promise<Result<MediaSession, PlayRefusal>>;
  /**
   * Lets a connection in that has asked for frames ({@link onFramesHello}), as a viewer who is `holder`; it is sent nothing
   * before `beginFrames`. Its session ends like any other.
   */
  watch(watch: FramesWatch, holder: Holder): Promise<Result<{ sessionId: string }, WatchRefusal>>;
  /** False when it has ended. */
  beginFrames(sessionId: string): Promise<boolean>;
  /** Refuses such a connection. */
  refuseFrames(connection: string, refusal: FramesRefusal): void;
  /** Passes a connection on that asks for a WebSocket of frames, `head` being what was read of it. */
  passFrames(client: Socket, head: Buffer, upgrade: FramesUpgrade): void;
  /** Calls `listener` with the first message of each such connection; returns how to stop that. */
  onFramesHello(listener: (hello: FramesHello) => void): () => void;
  /** Has a viewer sent another simulcast layer from its next keyframe on; false when there is no such viewer (any more). */
  preferLayer(sessionId: string, layer: LayerPreference): Promise<boolean>;
  /** Asks the publisher of `room` for a keyframe; requests that come too fast are merged. */
  requestKeyframe(room: string): void;
  /** Takes up a connection for media that came to the port of the pages, `head` being what was read of it. */
  passOn(client: Socket, head: Buffer): void;
  /** What the viewers by WebRTC have lost since the engine began, by the last per-second report. */
  loss(): MediaLoss;
  /** The id of the engine's process that carries `room`, or of its first one; null while that is down. */
  processId(room?: string): number | null;
  /** The ids of all its processes, null of each that is down. */
  processIds(): readonly (number | null)[];
};
