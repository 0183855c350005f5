import type { ServerMessage, Topic } from "#contract/realtime.ts";
import type { LogEntry } from "./event-log.ts";

/**
 * Makes one unmasked WebSocket text frame (RFC 6455, section 5.2). It is made once and written as it is to every
 * socket of a topic, which is what makes a delivery cheap.
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

/** One event as it stands in a message; put together as text because its body is already JSON. */
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
