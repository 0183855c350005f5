import type { VideoCodec } from "#engine/rtp/keyframe.ts";
import type { OfferedCodec, OfferedMedia } from "#engine/sdp/offer.ts";

export type AudioCodec = "OPUS";

/** A codec that both sides speak, with the payload type of its retransmissions when the client has one. */
export type ChosenCodec<Name = AudioCodec | VideoCodec> = {
  name: Name;
  payloadType: number;
  rtxPayloadType: number | null;
  clockHz: number;
  channels: number | null;
  parameters: string;
};

/** The audio codecs of a section that the engine forwards, in the client's order. */
export function usableAudio(media: OfferedMedia): ChosenCodec<AudioCodec>[] {
  return media.codecs
    .filter((codec) => codec.name === "OPUS" && codec.clockHz === 48_000)
    .map((codec) => ({ ...codec, name: "OPUS", rtxPayloadType: null }));
}

/** The video codecs of a section that the engine forwards, one each, in the client's order. */
export function usableVideo(media: OfferedMedia): ChosenCodec<VideoCodec>[] {
  const usable: ChosenCodec<VideoCodec>[] = [];
  for (const codec of media.codecs) {
    const name = videoName(codec);
    if (!name || usable.some((other) => other.name === name)) continue;
    usable.push({ ...codec, name, rtxPayloadType: retransmissionOf(media, codec) });
  }
  return usable;
}

/** Every browser decodes VP8 and H264's constrained baseline in packetization mode 1; other profiles are a gamble. */
function videoName(codec: OfferedCodec): VideoCodec | null {
  if (codec.clockHz !== 90_000) return null;
  if (codec.name === "VP8") return "VP8";
  const isPlayable =
    /(^|[; ])packetization-mode=1/.test(codec.parameters) && isConstrainedBaseline(codec.parameters);
  return codec.name === "H264" && isPlayable ? "H264" : null;
}

/** RFC 6184, table 5: a baseline profile that shows in its second flag that it is constrained (42e0, x264's 42c0 …). */
function isConstrainedBaseline(parameters: string): boolean {
  const flags = /(?:^|[; ])profile-level-id=42([0-9a-f]{2})[0-9a-f]{2}/i.exec(parameters)?.[1];
  return flags !== undefined && (Number.parseInt(flags, 16) & 0x4f) === 0x40;
}

function retransmissionOf(media: OfferedMedia, codec: OfferedCodec): number | null {
  const wanted = new RegExp(`(^|[; ])apt=${codec.payloadType}($|[; ])`);
  const rtx = media.codecs.find((other) => other.name === "RTX" && wanted.test(other.parameters));
  return rtx ? rtx.payloadType : null;
}
