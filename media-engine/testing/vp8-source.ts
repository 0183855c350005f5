import { peerPayloadTypes } from "#engine/testing/peer.ts";

export type Vp8Source = {
  /** The packets of the next frame; each frame has `packetsPerFrame` packets of the same size. */
  nextFrame(options?: { keyframe?: boolean }): Buffer[];
};

type SourceOptions = {
  ssrc?: number;
  firstSequence?: number;
  packetsPerFrame?: number;
  packetBytes?: number;
  ticksPerFrame?: number;
  /** The byte that the pictures are made of. */
  fill?: number;
};

/** Makes RTP with well-formed VP8 payload descriptors (RFC 7741) around arbitrary bytes. */
export function createVp8Source(options: SourceOptions = {}): Vp8Source {
  const { ssrc = 1111, packetsPerFrame = 4, packetBytes = 200, ticksPerFrame = 3000, fill = 0x5a } = options;
  let sequence = options.firstSequence ?? 1000;
  let timestamp = 50_000;
  let frames = 0;
  return {
    nextFrame({ keyframe = frames === 0 } = {}) {
      frames += 1;
      timestamp = (timestamp + ticksPerFrame) >>> 0;
      return Array.from({ length: packetsPerFrame }, (_, index) => {
        const packet = Buffer.alloc(packetBytes, fill);
        packet[0] = 0x80;
        packet[1] = peerPayloadTypes.vp8 | (index === packetsPerFrame - 1 ? 0x80 : 0);
        packet.writeUInt16BE(sequence, 2);
        sequence = (sequence + 1) & 0xffff;
        packet.writeUInt32BE(timestamp, 4);
        packet.writeUInt32BE(ssrc, 8);
        packet[12] = index === 0 ? 0x10 : 0;
        packet[13] = keyframe ? 0 : 1;
        return packet;
      });
    },
  };
}
