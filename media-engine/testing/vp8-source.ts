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
  /** As of simulcast: keyframes tell their size, and all frames have a picture id. */
  picture?: { width: number; height: number; firstId: number };
  /** Where the layer is named, as senders name it: id of the header extension and the layer. */
  rid?: { extensionId: number; name: string };
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

function extensionOf({ rid }: SourceOptions): Buffer {
  if (!rid) return Buffer.alloc(0);
  return Buffer.from([0xbe, 0xde, 0, 1, rid.extensionId << 4, rid.name.charCodeAt(0), 0, 0]);
}

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
        const extension = extensionOf(options);
        if (extension.length > 0) packet[0] = 0x90;
        extension.copy(packet, 12);
        headOf(options, { isFirst: index === 0, isKeyframe: keyframe, nth: frames }).copy(
          packet,
          12 + extension.length,
        );
        return packet;
      });
    },
  };
}
