import type { FramesRefusal } from "#contract/media-frames.ts";
import type { LayerPreference } from "#engine/layer-choice.ts";
import type { VideoCodec } from "#engine/rtp/keyframe.ts";

/** The messages between the application and the engine's process. Requests carry an id that their reply repeats. */

/** The first argument that the parent gives the process, as JSON. Port 0 stands for any free one. */
export type EngineSettings = {
  udpPort: number;
  bindAddress?: string;
  announcedAddresses?: readonly string[];
  /**
   * Media over TCP by the same port number: at a socket of the engine's `own`, or of connections that the application
   * passes on, whose server has the port (`shared`). Absent: over UDP alone.
   */
  tcp?: "own" | "shared";
  /** The user that a process started by root becomes before it serves anybody. */
  runAs?: { uid: number; gid: number };
};

export type { LayerPreference } from "#engine/layer-choice.ts";

/** The publisher that a new one may replace: none, any, or one of the sessions with these ids. */
export type PublishAfter = "nobody" | "somebody" | readonly string[];

export type EngineRequest =
  | { id: number; op: "publish"; room: string; offerSdp: string; after?: PublishAfter }
  | { id: number; op: "play"; room: string; offerSdp: string; sessionTag: string; layer?: LayerPreference }
  | { id: number; op: "watch"; watch: FramesWatch }
  | { id: number; op: "begin"; sessionId: string }
  | { id: number; op: "refuse"; connection: string; refusal: FramesRefusal }
  | { id: number; op: "prefer"; sessionId: string; layer: LayerPreference }
  | { id: number; op: "end"; sessionId: string }
  | { id: number; op: "endRoomViewers"; room: string; exceptTags: string[] }
  | { id: number; op: "endPublisher"; room: string }
  | { id: number; op: "hold"; room: string; held: boolean }
  | { id: number; op: "keyframe"; room: string }
  | { id: number; op: "flow"; room: string }
  | {
      id: number;
      /**
       * When the process ends unless this is asked again, ms of CLOCK_MONOTONIC: another node may have taken the media over
       * by then, and this one's application may be unable to end it. Never asked, it ends with the application alone.
       */
      op: "extend";
      endsAt: number;
    };

/**
 * A connection, which the message carries, `head` being what was read of it, in base64: of the shared port, or one that asks
 * for a WebSocket of frames. Without a reply.
 */
export type PortMessage =
  | { op: "connection"; head: string }
  | { op: "frames"; head: string; upgrade: FramesUpgrade };

/** A request for a WebSocket of a room's frames: the headers of its handshake, and the address block that it comes from. */
export type FramesUpgrade = { slug: string; address: string; headers: Record<string, string> };

/** The first message of such a connection, whose `text` says by what right it watches. */
export type FramesHello = { connection: string; slug: string; address: string; text: string };

/** The media for a connection, once it is let in by `begin`; `video`: the codecs that its page plays. */
export type FramesWatch = {
  connection: string;
  room: string;
  tag: string;
  layer: LayerPreference;
  /** Whether that is the only layer it may have. */
  isLayerFixed: boolean;
  hasSound: boolean;
  video: readonly VideoCodec[];
};

/** `interrupted`: the publisher was ended while it was being set up. */
export type EngineRefusal =
  | "no_publisher"
  | "bad_sdp"
  | "unsupported_codec"
  | "too_many"
  | "other_publisher"
  | "interrupted";

/** `sessionId` and `answerSdp` answer publish and play, `sessionId` watch; `found` answers begin, end and prefer, `flows` answers flow. */
export type EngineReply =
  | { id: number; ok: true; sessionId?: string; answerSdp?: string; found?: boolean; flows?: ViewerFlow[] }
  | { id: number; ok: false; refusal: EngineRefusal };

/**
 * A time in which media of the publisher reached a viewer, in whole ms of CLOCK_MONOTONIC, for `flowedMs` of it: for all of
 * it, or less where the viewer's reports do not show at which moments.
 */
export type FlowInterval = { fromMs: number; toMs: number; flowedMs: number };

/**
 * The media that has flowed to one viewer's session within the last `limits.flowKeptMs`, as far as it is known;
 * `sentMs`: for how long media was sent to it since it began, whether or not it came, in whole ms, with what it was sent at
 * once of before.
 */
export type ViewerFlow = { sessionId: string; tag: string; sentMs: number; flowed: FlowInterval[] };

export type ViewerReport = ViewerFlow & {
  /** True while media can be sent to it and, if it ever sent reports of its own, it still does. */
  connected: boolean;
  packetsSent: number;
  /** Share of video packets lost by the viewer's own last report, 0..1. */
  lossRatio: number;
};

export type RoomReport = {
  room: string;
  publisherSessionId: string | null;
  /** True when a media packet has come from the publisher within the last 2 s. */
  mediaReceiving: boolean;
  /** True while nothing of it is sent to any viewer. */
  held: boolean;
  /** Since the publisher's session began. */
  packetsIn: number;
  bytesIn: number;
  /** Pixels of the publisher's last keyframe; null before the first, and where nobody can tell. */
  picture: { width: number; height: number } | null;
  viewers: ViewerReport[];
  /** The viewers who have ended within the last `limits.departedMs`. */
  departed: ViewerFlow[];
};

/**
 * Packets that viewers by WebRTC were to receive since the engine began, as their receiver reports tell it, and those of them
 * that did not come. What a repeat made up for counts as lost.
 */
export type MediaLoss = { expected: number; lost: number };

export type EngineEvent =
  | { kind: "publisher-started" | "publisher-silent" | "publisher-resumed"; room: string; sessionId: string }
  /** The publisher is gone: stopped, or its connection lost. Not sent when another one took its place. */
  | { kind: "publisher-ended"; room: string; sessionId: string }
  | { kind: "session-closed"; room: string; sessionId: string };

export type EngineMessage =
  | { type: "ready" }
  /** The process cannot work and exits. */
  | { type: "failed"; reason: "udp_port_taken" | "tcp_port_taken" | "rights_kept" }
  | { type: "reply"; reply: EngineReply }
  | { type: "report"; rooms: RoomReport[]; loss: MediaLoss }
  | { type: "event"; event: EngineEvent }
  /** Somebody wants to watch by frames: answered by `watch` and `begin`, or `refuse`. */
  | { type: "hello"; hello: FramesHello };
