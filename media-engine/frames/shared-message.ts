import { encodeFramesMessage, type FramesOutgoing } from "#contract/media-frames.ts";

/**
 * A message of `contract/media-frames.ts` as it stands on every viewer's wire: a whole binary frame of RFC 6455, section 5.2,
 * which a server sends without a mask.
 */
export function wireMessage(message: FramesOutgoing): Buffer {
  const content = encodeFramesMessage(message);
  const { length } = content;
  const headBytes = length < 126 ? 2 : length < 0x1_0000 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headBytes + length);
  frame[0] = 0x82;
  if (headBytes === 2) frame[1] = length;
  else if (headBytes === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.set(content, headBytes);
  return frame;
}

/** A copy of a frame's message with another media time. */
export function retimed(message: Buffer, timeUs: number): Buffer {
  const copy = Buffer.from(message);
  const mark = copy.readUInt8(1);
  const headBytes = mark < 126 ? 2 : mark === 126 ? 4 : 10;
  copy.writeBigUInt64BE(BigInt(timeUs), headBytes + 2);
  return copy;
}

/** One encoded frame, ready to be sent to any number of viewers. */
export type SharedFrame = {
  kind: "video" | "audio";
  key: boolean;
  timeUs: number;
  /** When it was whole here. */
  atMs: number;
  /** The message that says how to decode it. */
  config: Buffer;
  message: Buffer;
};
