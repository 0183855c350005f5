import { readMp4 } from "./mp4.ts";
import { nalType, packetize } from "./rtp/h264-payload.ts";

/** A clip ready to be sent: for each picture its RTP payloads. */
export type Clip = { pictures: readonly Picture[] };
export type Picture = { payloads: readonly Buffer[]; keyframe: boolean };

const SEQUENCE_PARAMETERS = 7;
const KEYFRAME_SLICE = 5;
const SLICE_MAX = 5;
/** constraint_set 0, 1 and 2: with baseline they mean "constrained baseline", which WebRTC negotiates as 42e0xx. */
const CONSTRAINED = 0xe0;

/** The encoder writes constrained baseline but does not say so; browsers check these bits. */
function declareConstrained(set: Buffer): Buffer {
  if (nalType(set) !== SEQUENCE_PARAMETERS) return set;
  const declared = Buffer.from(set);
  declared[2] = CONSTRAINED;
  return declared;
}

/** Reads an MP4 clip. Parameter sets go before every keyframe, so that a viewer can begin at any of them. */
export function readClip(file: Buffer): Clip {
  const { parameterSets, pictures } = readMp4(file);
  const sets = parameterSets.map(declareConstrained);
  return {
    pictures: pictures.map((nals) => {
      const slices = nals.filter((nal) => nalType(nal) >= 1 && nalType(nal) <= SLICE_MAX);
      const keyframe = slices.some((nal) => nalType(nal) === KEYFRAME_SLICE);
      return { keyframe, payloads: packetize(keyframe ? [...sets, ...slices] : slices) };
    }),
  };
}
