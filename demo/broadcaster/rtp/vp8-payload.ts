import { payloadBytesMax } from "./h264-payload.ts";

/** VP8 in RTP, RFC 7741, with the shortest descriptor: whole frames of one partition, no picture numbers. */

/** Section 4.2: the first payload of a frame sets S, the others are its continuation. */
const startsPartition = 0x10;
const continues = 0x00;

/** Whether a frame decodes by itself: a zero bit marks it (RFC 6386, section 9.1). */
export const isVp8Keyframe = (frame: Uint8Array): boolean => ((frame[0] ?? 1) & 0x01) === 0;

/** Cuts one frame into RTP payloads. */
export function packetizeVp8(frame: Buffer): Buffer[] {
  const payloads: Buffer[] = [];
  const room = payloadBytesMax - 1;
  for (let at = 0; at < frame.length; at += room) {
    const descriptor = Buffer.from([at === 0 ? startsPartition : continues]);
    payloads.push(Buffer.concat([descriptor, frame.subarray(at, at + room)]));
  }
  return payloads;
}
