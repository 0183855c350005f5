import type { PublishedMedia } from "#engine/publisher.ts";
import { extensionUris } from "#engine/rtp/extensions.ts";
import type { AnswerSection } from "#engine/sdp/answer.ts";
import { usableAudio, usableVideo } from "#engine/sdp/codecs.ts";
import type { Offer, OfferedMedia } from "#engine/sdp/offer.ts";
import type { ViewableMedia } from "#engine/viewer.ts";

/** The outcome of looking through an offer: the media agreed on and how each section is answered. */
export type Negotiated<Media> = { media: Media; sections: (AnswerSection | null)[] };

type Sources = { audioSsrc: number; videoSsrc: number; videoRtxSsrc: number };

/** Everything travels on one track, so extension ids must mean the same in each section, as BUNDLE demands. */
const publisherExtensions = Object.values(extensionUris);
const streamId = "room";

/**
 * Settles what a publisher sends: its first audio and first video section, in its favourite codec we know. Who offers no
 * picture is refused: a room without one would look like a fault to everybody who watches.
 */
export function negotiatePublisher(
  offer: Offer,
): Negotiated<PublishedMedia> | "bad_sdp" | "unsupported_codec" {
  const audioSection = firstSection(offer, "audio", ["sendonly", "sendrecv"]);
  const videoSection = firstSection(offer, "video", ["sendonly", "sendrecv"]);
  const audio = audioSection && firstCodec(audioSection, usableAudio(audioSection));
  const video = videoSection && firstCodec(videoSection, usableVideo(videoSection));
  if (!video) return "unsupported_codec";
  const sections = offer.media.map((offered) => {
    const agreed = offered === audio?.offered ? audio : offered === video.offered ? video : null;
    if (!agreed) return null;
    return {
      direction: "recvonly" as const,
      codecs: [agreed.codec],
      extensions: publisherExtensions,
      receiveRids: offered === video.offered ? offered.sendRids : [],
      source: null,
    };
  });
  return bundled(offer, { media: { audio, video }, sections });
}

/** Settles what a viewer can be sent: every codec we know, so that publishers may change theirs. */
export function negotiateViewer(
  offer: Offer,
  sources: Sources,
): Negotiated<ViewableMedia> | "bad_sdp" | "unsupported_codec" {
  const audioSection = firstSection(offer, "audio", ["recvonly", "sendrecv"]);
  const videoSection = firstSection(offer, "video", ["recvonly", "sendrecv"]);
  const audio = audioSection ? usableAudio(audioSection).slice(0, 1) : [];
  const video = videoSection ? usableVideo(videoSection) : [];
  if (videoSection ? video.length === 0 : audio.length === 0) return "unsupported_codec";
  const sections = offer.media.map((offered): AnswerSection | null => {
    if (offered === videoSection) {
      return viewerSection(video, { ssrc: sources.videoSsrc, rtxSsrc: sources.videoRtxSsrc });
    }
    if (offered !== audioSection || audio.length === 0) return null;
    return viewerSection(audio, { ssrc: sources.audioSsrc, rtxSsrc: 0 });
  });
  return bundled(offer, { media: { audio: audio[0] ?? null, video }, sections });
}

function viewerSection(
  codecs: AnswerSection["codecs"],
  source: { ssrc: number; rtxSsrc: number },
): AnswerSection {
  return {
    direction: "sendonly",
    codecs,
    extensions: [],
    receiveRids: [],
    source: { ...source, streamId },
  };
}

function firstSection(
  offer: Offer,
  kind: string,
  directions: OfferedMedia["direction"][],
): OfferedMedia | null {
  return offer.media.find((media) => media.kind === kind && directions.includes(media.direction)) ?? null;
}

function firstCodec<Codec>(
  offered: OfferedMedia,
  codecs: Codec[],
): { codec: Codec; offered: OfferedMedia } | null {
  const codec = codecs[0];
  return codec ? { codec, offered } : null;
}

/** Two sections on two transports are more than one session has. */
function bundled<Media>(offer: Offer, negotiated: Negotiated<Media>): Negotiated<Media> | "bad_sdp" {
  const accepted = negotiated.sections.filter((section) => section !== null).length;
  return accepted > 1 && !offer.isBundled ? "bad_sdp" : negotiated;
}
