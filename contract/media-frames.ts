/**
 * The live picture over HTTPS: a WebSocket at `playback.fallback.url` that carries a room's encoded frames, for networks that
 * let nothing else through and browsers whose WebRTC is missing or lacks the publisher's codec. Without a library, so that the
 * media engine, the server and pages share it.
 *
 * The page speaks first: {@link FramesHello}, with the token that it would send to WHEP. It is answered with a `session`
 * message, or with a close of code 4000 + HTTP status whose reason is one of {@link framesRefusals}. A connection that ends in
 * any other way, by a reset too, has ended like a WHEP session that was lost: read a fresh token and connect again.
 *
 * Down, each message is binary: one byte of kind ({@link kinds}), then JSON, or a frame: one byte of flags (1: decodable by
 * itself), the media time as 64 bits of microseconds in network byte order, and what the encoder made. Of H.264 that is an
 * access unit of NAL units behind four bytes of length each (AVCC, parameter sets in the configuration only), of VP8 the
 * frame, of sound one Opus packet. A configuration stands before the first frame that needs it and comes again when it
 * changes, always before a picture that is decodable by itself.
 *
 * Media times are one clock for sound and picture; within each of both they grow. Where something was left out (a slow
 * connection, a room that was held) they jump by the time that passed; the picture then goes on with one that is decodable by
 * itself.
 *
 * Up, each message is JSON in text: {@link FramesUp}, every 500 ms or so while something plays. A page that reports
 * nothing for 8 s is disconnected. A show bills the media reported as shown, so a page reports neither more nor less.
 */

/** The size of the picture to send: as large as the connection carries, always the lowest, or always the highest. */
export type FramesLayer = "auto" | "low" | "high";
export type FramesVideoCodec = "h264" | "vp8";

/** `video`: the codecs that this page can play, absent: both. `sound: false`: the picture alone, as previews always get it. */
export type FramesHello = {
  token: string;
  layer?: FramesLayer;
  video?: readonly FramesVideoCodec[];
  sound?: boolean;
};

/**
 * `shown`: the newest media time that was presented, µs; 0 while nothing was: what was sent until then is not billed.
 * `missed`: how much of what was received never was, since the last report, because playback jumped over it, µs of media time; absent: none.
 */
export type FramesUp = { shown: number; missed?: number } | { layer: FramesLayer };

/** `codec` as in `RFC 6381` (`avc1.42e01f`, `vp8`). `description`: the AVCDecoderConfigurationRecord in base64, of H.264 alone. */
export type VideoConfig = { codec: string; description?: string; width: number; height: number };
export type AudioConfig = { codec: "opus"; sampleRate: 48_000; channels: number };

/** Whether frames flow; `held`: the room withholds its picture now, `silent`: the publisher sends nothing. */
export type FramesState = "sending" | "held" | "silent";

/** `session` names this playback session in the event `PlaybackReplaced`. */
export type FramesMessage =
  | { kind: "session"; session: string; sound: boolean }
  | { kind: "state"; state: FramesState }
  | { kind: "video-config"; config: VideoConfig }
  | { kind: "audio-config"; config: AudioConfig }
  | { kind: "video"; key: boolean; timeUs: number; data: Uint8Array<ArrayBuffer> }
  | { kind: "audio"; key: boolean; timeUs: number; data: Uint8Array<ArrayBuffer> };

/** Why a connection is closed at its beginning, and the HTTP status that a WHEP offer would get. */
export const framesRefusals = {
  bad_message: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  too_late: 408,
  no_publisher: 409,
  unsupported_codec: 422,
  rate_limited: 429,
  too_many_of_person: 429,
  too_many_from_address: 429,
  too_many: 503,
  engine_down: 503,
} as const;
export type FramesRefusal = keyof typeof framesRefusals;

/** The refusal that a close of the connection means; null when it was none. */
export function framesRefusal(close: { code: number; reason: string }): FramesRefusal | null {
  if (!Object.hasOwn(framesRefusals, close.reason)) return null;
  const refusal = close.reason as FramesRefusal;
  return close.code === framesCloseCode(refusal) ? refusal : null;
}

export const framesCloseCode = (refusal: FramesRefusal): number => 4000 + framesRefusals[refusal];

const kinds = ["session", "state", "video-config", "audio-config", "video", "audio"] as const;
const frameHeadBytes = 10;
const keyFlag = 1;

type Frame = Extract<FramesMessage, { kind: "video" | "audio" }>;
/** A message to be sent: its frame may stand in any memory. */
export type FramesOutgoing = Exclude<FramesMessage, Frame> | (Omit<Frame, "data"> & { data: Uint8Array });

/** Writes a message of the engine. Frames are copied. */
export function encodeFramesMessage(message: FramesOutgoing): Uint8Array<ArrayBuffer> {
  const kind = kinds.indexOf(message.kind);
  if (message.kind === "video" || message.kind === "audio") {
    const bytes = new Uint8Array(frameHeadBytes + message.data.length);
    bytes[0] = kind;
    bytes[1] = message.key ? keyFlag : 0;
    new DataView(bytes.buffer).setBigUint64(2, BigInt(Math.round(message.timeUs)));
    bytes.set(message.data, frameHeadBytes);
    return bytes;
  }
  const { kind: _, ...content } = message;
  const json = new TextEncoder().encode(JSON.stringify(content));
  const bytes = new Uint8Array(1 + json.length);
  bytes[0] = kind;
  bytes.set(json, 1);
  return bytes;
}

/** Reads a message of the engine; null for a kind that this version does not know. `data` of a frame is a view of `bytes`. */
export function decodeFramesMessage(bytes: Uint8Array<ArrayBuffer>): FramesMessage | null {
  const kind = kinds[bytes[0] ?? -1];
  if (!kind) return null;
  if (kind !== "video" && kind !== "audio")
    return { kind, ...JSON.parse(new TextDecoder().decode(bytes.subarray(1))) };
  if (bytes.length <= frameHeadBytes) return null;
  const timeUs = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(2));
  return { kind, key: ((bytes[1] ?? 0) & keyFlag) !== 0, timeUs, data: bytes.subarray(frameHeadBytes) };
}

/** Reads a page's first message; null when it is none. A bare token is one, too. */
export function readFramesHello(text: string): FramesHello | null {
  if (!text.trimStart().startsWith("{")) return text === "" ? null : { token: text.replace(/^Bearer /i, "") };
  const hello = parsed(text);
  if (typeof hello?.token !== "string" || hello.token === "") return null;
  const video = Array.isArray(hello.video) ? hello.video.filter(isVideoCodec) : undefined;
  return {
    token: hello.token,
    ...(isLayer(hello.layer) ? { layer: hello.layer } : {}),
    ...(video ? { video } : {}),
    ...(hello.sound === false ? { sound: false } : {}),
  };
}

/** Reads a later message of a page; null for one that says nothing. */
export function readFramesUp(text: string): FramesUp | null {
  const up = parsed(text);
  if (!up) return null;
  if (isLayer(up.layer)) return { layer: up.layer };
  if (!isTime(up.shown)) return null;
  return isTime(up.missed) ? { shown: up.shown, missed: up.missed } : { shown: up.shown };
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isVideoCodec = (value: unknown): value is FramesVideoCodec => value === "h264" || value === "vp8";
const isLayer = (value: unknown): value is FramesLayer =>
  value === "auto" || value === "low" || value === "high";
