import type { MediaDescription } from "sdp-transform";
import sdpTransform from "sdp-transform";
import { extensionUris } from "#engine/rtp/extensions.ts";
import type { ChosenCodec } from "#engine/sdp/codecs.ts";
import type { Offer, OfferedMedia, TransportDescription } from "#engine/sdp/offer.ts";

/** How the engine answers one section of an offer. A null in its place rejects the section. */
export type AnswerSection = {
  direction: "recvonly" | "sendonly";
  codecs: ChosenCodec[];
  /** Names of header extensions to accept where they were offered. */
  extensions: readonly string[];
  /** Simulcast layers to accept. */
  receiveRids: string[];
  /** The sources a viewer will receive. */
  source: { ssrc: number; rtxSsrc: number; streamId: string } | null;
};

/** The engine's side of the connection. Candidates are `a=candidate` values without the attribute's name. */
export type LocalTransport = TransportDescription & {
  setup: "active" | "passive";
  candidates: { address: string; port: number; priority: number; transport: "UDP" | "TCP" }[];
};

/** Writes the answer to `offer`: bundled on one transport, one entry of `sections` per offered section. */
export function buildAnswer(offer: Offer, local: LocalTransport, sections: (AnswerSection | null)[]): string {
  const firstAccepted = sections.findIndex((section) => section !== null);
  const media = offer.media.map((offered, index) => {
    const section = sections[index];
    if (!section) return rejectedSection(offered);
    return acceptedSection(offered, section, local, index === firstAccepted);
  });
  const mids = offer.media.filter((_, index) => sections[index]).map((offered) => offered.mid);
  return sdpTransform.write({
    version: 0,
    origin: { username: "-", sessionId: 1, sessionVersion: 1, netType: "IN", ipVer: 4, address: "127.0.0.1" },
    name: "-",
    timing: { start: 0, stop: 0 },
    ...(offer.isBundled ? { groups: [{ type: "BUNDLE", mids: mids.join(" ") }] } : {}),
    msidSemantic: { semantic: "WMS", token: "*" },
    media,
  });
}

function rejectedSection(offered: OfferedMedia): MediaDescription {
  return {
    type: offered.kind,
    port: 0,
    protocol: offered.protocol,
    payloads: offered.payloads,
    connection: { version: 4, ip: "0.0.0.0" },
    mid: offered.mid,
    direction: "inactive",
    rtp: [],
    fmtp: [],
  };
}

function acceptedSection(
  offered: OfferedMedia,
  section: AnswerSection,
  local: LocalTransport,
  carriesCandidates: boolean,
): MediaDescription {
  return {
    type: offered.kind,
    port: 9,
    protocol: offered.protocol,
    payloads: section.codecs.flatMap(payloadTypes).join(" "),
    connection: { version: 4, ip: "0.0.0.0" },
    mid: offered.mid,
    direction: section.direction,
    rtcpMux: "rtcp-mux",
    rtcpRsize: "rtcp-rsize",
    ...transportAttributes(local),
    ...codecAttributes(offered, section),
    ext: acceptedExtensions(offered, section),
    ...simulcastAttributes(section),
    ...sourceAttributes(offered, section),
    ...(carriesCandidates ? candidateAttributes(local) : {}),
  };
}

function payloadTypes(codec: ChosenCodec): number[] {
  return codec.rtxPayloadType === null ? [codec.payloadType] : [codec.payloadType, codec.rtxPayloadType];
}

function transportAttributes(local: LocalTransport): Partial<MediaDescription> {
  const [type = "", hash = ""] = local.fingerprint.split(" ");
  return {
    iceUfrag: local.ufrag,
    icePwd: local.password,
    fingerprint: { type, hash },
    setup: local.setup,
  };
}

function codecAttributes(
  offered: OfferedMedia,
  section: AnswerSection,
): Pick<MediaDescription, "rtp" | "fmtp" | "rtcpFb"> {
  const rtp: MediaDescription["rtp"] = [];
  const fmtp: MediaDescription["fmtp"] = [];
  const rtcpFb: NonNullable<MediaDescription["rtcpFb"]> = [];
  for (const codec of section.codecs) {
    const codecLine = { payload: codec.payloadType, codec: codec.name === "OPUS" ? "opus" : codec.name };
    rtp.push({
      ...codecLine,
      rate: codec.clockHz,
      ...(codec.channels === null ? {} : { encoding: codec.channels }),
    });
    if (codec.parameters) fmtp.push({ payload: codec.payloadType, config: codec.parameters });
    rtcpFb.push(...feedbackOf(codec, congestionFeedback(offered, section)));
    if (codec.rtxPayloadType === null) continue;
    rtp.push({ payload: codec.rtxPayloadType, codec: "rtx", rate: codec.clockHz });
    fmtp.push({ payload: codec.rtxPayloadType, config: `apt=${codec.payloadType}` });
  }
  return { rtp, fmtp, rtcpFb };
}

/**
 * How the receiver of the media reports what its network carries: the engine by transport-wide feedback, viewers by
 * REMB.
 */
function congestionFeedback(offered: OfferedMedia, section: AnswerSection): string[] {
  if (section.direction === "sendonly") return offered.supportsRemb ? ["goog-remb"] : [];
  const uri = extensionUris.transportSequence;
  return section.extensions.includes(uri) && offered.extensionIds.has(uri) ? ["transport-cc"] : [];
}

function feedbackOf(codec: ChosenCodec, congestionTypes: string[]): NonNullable<MediaDescription["rtcpFb"]> {
  const payload = codec.payloadType;
  const congestion = congestionTypes.map((type) => ({ payload, type }));
  if (codec.name === "OPUS") return congestion;
  return [
    { payload, type: "nack" },
    { payload, type: "nack", subtype: "pli" },
    { payload, type: "ccm", subtype: "fir" },
    ...congestion,
  ];
}

function acceptedExtensions(offered: OfferedMedia, section: AnswerSection): MediaDescription["ext"] {
  return section.extensions.flatMap((uri) => {
    const value = offered.extensionIds.get(uri);
    return value === undefined ? [] : [{ value, uri }];
  });
}

function simulcastAttributes(section: AnswerSection): Partial<MediaDescription> {
  if (section.receiveRids.length === 0) return {};
  return {
    rids: section.receiveRids.map((id) => ({ id, direction: "recv" })),
    simulcast: { dir1: "recv", list1: section.receiveRids.join(";") },
  };
}

/** The primary source stands before its retransmissions: Chrome takes the first line for the media. */
function sourceAttributes(offered: OfferedMedia, section: AnswerSection): Partial<MediaDescription> {
  if (!section.source) return {};
  const { ssrc, rtxSsrc, streamId } = section.source;
  const hasRtx = section.codecs.some((codec) => codec.rtxPayloadType !== null);
  const ids = hasRtx ? [ssrc, rtxSsrc] : [ssrc];
  return {
    msid: [{ id: streamId, appdata: offered.kind }],
    ssrcs: ids.map((id) => ({ id, attribute: "cname", value: streamId })),
    ...(hasRtx ? { ssrcGroups: [{ semantics: "FID", ssrcs: ids.join(" ") }] } : {}),
  };
}

function candidateAttributes(local: LocalTransport): Partial<MediaDescription> {
  return {
    candidates: local.candidates.map(({ address, port, priority, transport }, index) => ({
      foundation: String(index + 1),
      component: 1,
      transport,
      priority,
      ip: address,
      port,
      type: "host",
      // Clients connect to us (RFC 6544, section 4.5).
      ...(transport === "TCP" ? { tcptype: "passive" as const } : {}),
    })),
    endOfCandidates: "end-of-candidates",
  };
}
