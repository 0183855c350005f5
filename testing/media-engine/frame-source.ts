export type FrameSource = {
  /** The packets of the next frame, the first of all being a keyframe unless chosen otherwise. */
  nextFrame(options?: { keyframe?: boolean; fill?: number }): Buffer[];
};

export type FrameSourceOptions = {
  ssrc?: number;
  firstSequence?: number;
  ticksPerFrame?: number;
  /** The byte that the pictures are made of. */
  fill?: number;
  /** Where the layer is named, as senders name it: id of the header extension and the layer. */
  rid?: { extensionId: number; name: string };
};

export type Frame = { isKeyframe: boolean; nth: number; fill: number };

/** The header extension that names a layer; empty without one. */
function extensionOf({ rid }: FrameSourceOptions): Buffer {
  if (!rid) return Buffer.alloc(0);
  return Buffer.from([0xbe, 0xde, 0, 1, rid.extensionId << 4, rid.name.charCodeAt(0), 0, 0]);
}

/** Makes RTP of the payloads that `payloadsOf` writes for each frame, given how many bytes stand before a payload. */
export function createFrameSource(
  options: FrameSourceOptions,
  payloadType: number,
  payloadsOf: (frame: Frame, headerBytes: number) => Buffer[],
): FrameSource {
  const { ssrc = 1111, ticksPerFrame = 3000 } = options;
  const extension = extensionOf(options);
  let sequence = options.firstSequence ?? 1000;
  let timestamp = 50_000;
  let frames = 0;
  return {
    nextFrame({ keyframe = frames === 0, fill = options.fill ?? 0x5a } = {}) {
      frames += 1;
      timestamp = (timestamp + ticksPerFrame) >>> 0;
      const payloads = payloadsOf({ isKeyframe: keyframe, nth: frames, fill }, 12 + extension.length);
      return payloads.map((payload, index) => {
        const header = Buffer.alloc(12);
        header[0] = extension.length > 0 ? 0x90 : 0x80;
        header[1] = payloadType | (index === payloads.length - 1 ? 0x80 : 0);
        header.writeUInt16BE(sequence, 2);
        sequence = (sequence + 1) & 0xffff;
        header.writeUInt32BE(timestamp, 4);
        header.writeUInt32BE(ssrc, 8);
        return Buffer.concat([header, extension, payload]);
      });
    },
  };
}
