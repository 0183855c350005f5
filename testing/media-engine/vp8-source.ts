import { createFrameSource, type FrameSource, type FrameSourceOptions } from "./frame-source.ts";
import { peerPayloadTypes } from "./peer.ts";

type SourceOptions = FrameSourceOptions & {
  /** Each frame has so many packets of the same size. */
  packetsPerFrame?: number;
  packetBytes?: number;
  /** As of simulcast: keyframes contain their size, and all frames have a picture id. */
  picture?: { width: number; height: number; firstId: number };
};

/** Payload descriptor and frame header of a packet: first of its frame or not, keyframe or not. */
function headOf(
  options: SourceOptions,
  frame: { isFirst: boolean; isKeyframe: boolean; nth: number },
): Buffer {
  const interframe = frame.isKeyframe ? 0 : 1;
  const start = frame.isFirst ? 0x10 : 0;
  if (!options.picture) return Buffer.from([start, interframe]);
  const { width, height, firstId } = options.picture;
  const head = Buffer.alloc(frame.isFirst && frame.isKeyframe ? 14 : 5);
  head[0] = 0x80 | start;
  head[1] = 0x80;
  head.writeUInt16BE(0x8000 | ((firstId + frame.nth) & 0x7fff), 2);
  head[4] = interframe;
  if (head.length > 5) {
    head.writeUIntBE(0x9d012a, 7, 3);
    head.writeUInt16LE(width, 10);
    head.writeUInt16LE(height, 12);
  }
  return head;
}

/** Makes RTP with well-formed VP8 payload descriptors (RFC 7741) around arbitrary bytes. */
export function createVp8Source(options: SourceOptions = {}): FrameSource {
  const { packetsPerFrame = 4, packetBytes = 200 } = options;
  return createFrameSource(options, peerPayloadTypes.vp8, ({ fill, ...frame }, headerBytes) =>
    Array.from({ length: packetsPerFrame }, (_, index) => {
      const payload = Buffer.alloc(packetBytes - headerBytes, fill);
      headOf(options, { isFirst: index === 0, ...frame }).copy(payload);
      return payload;
    }),
  );
}
