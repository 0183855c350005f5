import { type RealtimeEventName, type RealtimePayloads, realtimeEvents } from "#contract/realtime-events.ts";
import { realtimeAudiences, type ServerMessage, type Topic, type TopicKind } from "#contract/realtime.ts";
import type { LogEntry } from "./event-log.ts";

/**
 * Encodes one unmasked WebSocket text frame (RFC 6455, section 5.2). It is encoded once and written to every socket of a
 * topic, which makes delivery cheap.
 */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text, "utf8");
  return Buffer.concat([frameHead(0x1, payload.length), payload]);
}

function frameHead(opcode: number, length: number): Buffer {
  const first = 0x80 | opcode;
  if (length < 126) return Buffer.from([first, length]);
  if (length < 65_536) return Buffer.from([first, 126, length >> 8, length & 0xff]);
  const head = Buffer.alloc(10);
  head.writeUInt8(first, 0);
  head.writeUInt8(127, 1);
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}

/** A ping for the browser's network stack and an empty message for the page, which cannot see pings. */
export const heartbeatFrames = Buffer.concat([frameHead(0x9, 0), textFrame("[]")]);

/** The part of an event that is the same under every number: `"Name",{…}`. */
export function eventBody(name: string, data: unknown): string {
  return `${JSON.stringify(name)},${JSON.stringify(data)}`;
}

/** One event as text within a message; concatenated because its body is already JSON. */
export function eventText(topic: Topic, entry: LogEntry): string {
  const channel = topic === "presence" ? "presence" : "main-channel";
  return `["event","${channel}","${topic}",${entry.sequence},${entry.body}]`;
}

/** One WebSocket message that carries `messages`, each already JSON. */
export function batchFrame(messages: readonly string[]): Buffer {
  return textFrame(`[${messages.join(",")}]`);
}

export function messageText(message: ServerMessage): string {
  return JSON.stringify(message);
}

/**
 * Serializes an event for the log. Throws when the event does not belong on that topic, has a field that the contract
 * does not name, or is too large: each is a bug of the publisher, and some would be a leak.
 */
export function serializeEvent<Name extends RealtimeEventName>(
  topic: Topic,
  name: Name,
  data: RealtimePayloads[Name],
  eventBytesMax: number,
): string {
  const kind = topic.split(":", 1)[0] as TopicKind;
  if (!realtimeAudiences[name].includes(kind)) throw new Error(`${name} must not be published on ${topic}`);
  const payload: object = realtimeEvents[name].parse(data);
  if (kind !== "person" && "token" in payload)
    throw new Error(`the playback token in ${name} belongs to one user`);
  const body = eventBody(name, payload);
  if (Buffer.byteLength(body) > eventBytesMax)
    throw new Error(`${name} is larger than ${eventBytesMax} bytes`);
  return body;
}
