import {
  createFrameSource,
  type FrameSource,
  type FrameSourceOptions,
} from "#engine/testing/frame-source.ts";
import { peerPayloadTypes } from "#engine/testing/peer.ts";

type SourceOptions = FrameSourceOptions & {
  /** Fragments of each picture, beside the parameter sets of a keyframe. */
  fragmentsPerFrame?: number;
  fragmentBytes?: number;
};

/** Constrained baseline, level 3.1, as sequence and picture parameter sets begin. */
const sequenceParameters = Buffer.from([0x67, 0x42, 0xe0, 0x1f, 0xda, 0x01, 0x40, 0x16]);
const pictureParameters = Buffer.from([0x68, 0xce, 0x3c, 0x80]);

/** One slice in fragments (RFC 6184, section 5.8) around arbitrary bytes. */
function fragmentsOf(
  nal: number,
  fill: number,
  { fragmentsPerFrame = 4, fragmentBytes = 188 }: SourceOptions,
) {
  return Array.from({ length: fragmentsPerFrame }, (_, index) => {
    const payload = Buffer.alloc(fragmentBytes, fill);
    const [first, last] = [index === 0 ? 0x80 : 0, index === fragmentsPerFrame - 1 ? 0x40 : 0];
    payload[0] = 0x7c;
    payload[1] = first | last | nal;
    return payload;
  });
}

/**
 * Makes RTP as OBS sends it: before each refresh picture its two parameter sets in packets of their own, with its
 * timestamp, and every picture in fragments.
 */
export function createH264Source(options: SourceOptions = {}): FrameSource {
  return createFrameSource(options, peerPayloadTypes.h264, ({ isKeyframe, fill }) =>
    isKeyframe
      ? [sequenceParameters, pictureParameters, ...fragmentsOf(5, fill, options)]
      : fragmentsOf(1, fill, options),
  );
}
