import { parse } from "sdp-transform";

export const opusType = 111;
export const videoType = 96;

/** The codec of a broadcast. */
export type VideoCodec = "VP8" | "H264";

/** The lines that name a codec; of H.264 the profile that every browser which knows it decodes. */
const codecLines: Readonly<Record<VideoCodec, readonly string[]>> = {
  VP8: [`a=rtpmap:${videoType} VP8/90000`],
  H264: [
    `a=rtpmap:${videoType} H264/90000`,
    `a=fmtp:${videoType} level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f`,
  ],
};

/** The addresses and keys by which one side of a connection is found and trusted. */
export type Transport = {
  ufrag: string;
  password: string;
  fingerprint: string;
  candidates: readonly string[];
};

const lines = (...all: readonly string[]): string => `${all.join("\r\n")}\r\n`;

const transportLines = ({ ufrag, password, fingerprint }: Transport): string[] => [
  "c=IN IP4 0.0.0.0",
  "a=rtcp-mux",
  "a=rtcp-rsize",
  `a=ice-ufrag:${ufrag}`,
  `a=ice-pwd:${password}`,
  `a=fingerprint:${fingerprint}`,
];

/** The offer of a publisher who only sends: Opus and one video codec over one transport. */
export function publisherOffer(
  local: Transport,
  stream: string,
  ssrcs: { audio: number; video: number },
  codec: VideoCodec,
): string {
  return lines(
    "v=0",
    `o=- ${ssrcs.video} 1 IN IP4 127.0.0.1`,
    "s=-",
    "t=0 0",
    "a=group:BUNDLE 0 1",
    "a=msid-semantic:WMS *",
    `m=audio 9 UDP/TLS/RTP/SAVPF ${opusType}`,
    ...transportLines(local),
    "a=setup:actpass",
    "a=mid:0",
    "a=sendonly",
    `a=rtpmap:${opusType} opus/48000/2`,
    `a=fmtp:${opusType} minptime=10;useinbandfec=1`,
    `a=msid:${stream} audio`,
    `a=ssrc:${ssrcs.audio} cname:${stream}`,
    ...local.candidates.map((candidate) => `a=${candidate}`),
    "a=end-of-candidates",
    `m=video 9 UDP/TLS/RTP/SAVPF ${videoType}`,
    ...transportLines(local),
    "a=setup:actpass",
    "a=mid:1",
    "a=sendonly",
    ...codecLines[codec],
    `a=rtcp-fb:${videoType} nack`,
    `a=rtcp-fb:${videoType} nack pli`,
    `a=rtcp-fb:${videoType} ccm fir`,
    `a=msid:${stream} video`,
    `a=ssrc:${ssrcs.video} cname:${stream}`,
  );
}

/** Reads the transport out of an SDP; throws when a part is missing. */
export function transportOf(sdp: string): Transport & { setup: string } {
  const { media, ...session } = parse(sdp);
  const ufrag = media.find((section) => section.iceUfrag)?.iceUfrag ?? session.iceUfrag;
  const password = media.find((section) => section.icePwd)?.icePwd ?? session.icePwd;
  const print = media.find((section) => section.fingerprint)?.fingerprint ?? session.fingerprint;
  const setup = media.find((section) => section.setup)?.setup ?? session.setup;
  if (!ufrag || !password || !print) throw new Error("SDP without ICE credentials or fingerprint");
  const candidates = sdp.split(/\r?\n/).filter((line) => line.startsWith("a=candidate:"));
  return {
    ufrag,
    password,
    fingerprint: `${print.type} ${print.hash}`,
    setup: setup ?? "passive",
    candidates: [...new Set(candidates.map((line) => line.slice(2)))],
  };
}

/**
 * The answer that the transport library gets instead of the real one: one video section. Everything, both kinds of
 * media and all RTCP, then passes through one track as raw packets, and the library does not sort it by stream.
 */
export function transportAnswer(
  { ufrag, password, fingerprint, candidates, setup }: ReturnType<typeof transportOf>,
  codec: VideoCodec,
): string {
  return lines(
    "v=0",
    "o=- 1 1 IN IP4 0.0.0.0",
    "s=-",
    "t=0 0",
    "a=group:BUNDLE 0",
    `m=video 9 UDP/TLS/RTP/SAVPF ${videoType}`,
    "c=IN IP4 0.0.0.0",
    "a=mid:0",
    "a=recvonly",
    "a=rtcp-mux",
    `a=ice-ufrag:${ufrag}`,
    `a=ice-pwd:${password}`,
    `a=fingerprint:${fingerprint}`,
    `a=setup:${setup === "actpass" ? "passive" : setup}`,
    ...codecLines[codec],
    ...candidates.map((candidate) => `a=${candidate}`),
    "a=end-of-candidates",
  );
}
