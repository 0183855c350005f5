import type { MediaDescription, SessionDescription } from "sdp-transform";
import sdpTransform from "sdp-transform";
import { limits } from "#engine/limits.ts";

/** One media section of an offer, as far as the engine needs it. */
export type OfferedMedia = {
  kind: string;
  protocol: string;
  /** The offered payload types as written. */
  payloads: string;
  mid: string;
  direction: "sendrecv" | "sendonly" | "recvonly" | "inactive";
  codecs: OfferedCodec[];
  /** Negotiated id of each header extension, by its name. */
  extensionIds: Map<string, number>;
  /** The client can send its estimate of the bandwidth (REMB). */
  supportsRemb: boolean;
  /** Simulcast layers that the client will send. */
  sendRids: string[];
  /** Retransmission source of each primary source (`a=ssrc-group:FID`). */
  retransmissionPairs: { primarySsrc: number; rtxSsrc: number }[];
};

export type OfferedCodec = {
  payloadType: number;
  /** Upper case. */
  name: string;
  clockHz: number;
  channels: number | null;
  parameters: string;
};

/** The facts that DTLS and ICE need about one side. */
export type TransportDescription = { ufrag: string; password: string; fingerprint: string };

export type Offer = {
  transport: TransportDescription;
  setup: "active" | "passive" | "actpass";
  isBundled: boolean;
  media: OfferedMedia[];
};

const sectionsMax = 16;
const fingerprintHexPairs: Record<string, number> = {
  "sha-1": 20,
  "sha-256": 32,
  "sha-384": 48,
  "sha-512": 64,
};

/** Reads an SDP offer (RFC 8866, RFC 8829); null when it is not one that a session could be built on. */
export function parseOffer(sdp: string): Offer | null {
  if (sdp.length > limits.offerBytes || !sdp.startsWith("v=0") || hasTooManyLines(sdp)) return null;
  const session = parseLeniently(sdp);
  if (!session || session.media.length === 0 || session.media.length > sectionsMax) return null;
  const transport = readTransport(session);
  const setup = firstOf(session, (part) => part.setup) ?? "actpass";
  if (!transport || !isSetup(setup)) return null;
  const media = session.media.map(readMedia);
  if (media.some((section) => section === null)) return null;
  return {
    transport,
    setup,
    isBundled: session.groups?.some((group) => group.type === "BUNDLE") ?? false,
    media: media.filter((section) => section !== null),
  };
}

function hasTooManyLines(sdp: string): boolean {
  return sdp.split(/\r\n|\r|\n/, limits.offerLines + 1).length > limits.offerLines;
}

/** The parser throws on some malformed lines; to the engine that is an offer like any other bad one. */
function parseLeniently(sdp: string): SessionDescription | null {
  try {
    return sdpTransform.parse(sdp);
  } catch {
    return null;
  }
}

function firstOf<T>(
  session: SessionDescription,
  pick: (part: SessionDescription | MediaDescription) => T | undefined,
): T | undefined {
  return pick(session) ?? session.media.map(pick).find((value) => value !== undefined);
}

/** ICE attributes per RFC 8839, section 5.4; certificate fingerprint per RFC 8122. */
function readTransport(session: SessionDescription): TransportDescription | null {
  const ufrag = String(firstOf(session, (part) => part.iceUfrag) ?? "");
  const password = String(firstOf(session, (part) => part.icePwd) ?? "");
  const print = firstOf(session, (part) => part.fingerprint);
  if (!/^[A-Za-z0-9+/]{4,256}$/.test(ufrag) || !/^[A-Za-z0-9+/]{22,256}$/.test(password) || !print)
    return null;
  const algorithm = String(print.type).toLowerCase();
  const pairs = fingerprintHexPairs[algorithm];
  const hash = String(print.hash).toUpperCase();
  if (!pairs || !/^[0-9A-F]{2}(:[0-9A-F]{2})*$/.test(hash) || hash.length !== pairs * 3 - 1) return null;
  return { ufrag, password, fingerprint: `${algorithm} ${hash}` };
}

function isSetup(setup: string): setup is Offer["setup"] {
  return setup === "active" || setup === "passive" || setup === "actpass";
}

function readMedia(section: MediaDescription): OfferedMedia | null {
  const mid = String(section.mid ?? "");
  if (!/^[\w+.-]{1,64}$/.test(mid)) return null;
  const payloads = String(section.payloads ?? "");
  const order = payloads.split(" ");
  if (Math.max(order.length, section.rtp.length) > limits.payloadTypes) return null;
  return {
    kind: section.type,
    protocol: section.protocol,
    payloads,
    mid,
    direction: section.direction ?? "sendrecv",
    codecs: readCodecs(section, order),
    extensionIds: new Map((section.ext ?? []).map((extension) => [extension.uri, extension.value])),
    supportsRemb: section.rtcpFb?.some(({ type }) => type === "goog-remb") ?? false,
    sendRids: readSendRids(section),
    retransmissionPairs: readRetransmissionPairs(section),
  };
}

/** In the order of the client's preference, which is that of the payload types in the `m=` line. */
function readCodecs(section: MediaDescription, order: readonly string[]): OfferedCodec[] {
  const parameters = new Map(section.fmtp.map((line) => [line.payload, String(line.config)]));
  const codecs = section.rtp
    .filter((line) => line.payload >= 0 && line.payload <= 127 && line.rate !== undefined)
    .map((line) => ({
      payloadType: line.payload,
      name: String(line.codec).toUpperCase(),
      clockHz: line.rate ?? 0,
      channels: line.encoding ?? null,
      parameters: parameters.get(line.payload) ?? "",
    }));
  const rank = (codec: OfferedCodec) => order.indexOf(String(codec.payloadType));
  return codecs.filter((codec) => rank(codec) >= 0).sort((a, b) => rank(a) - rank(b));
}

function readSendRids(section: MediaDescription): string[] {
  return (section.rids ?? [])
    .filter((rid) => rid.direction === "send")
    .map((rid) => String(rid.id))
    .filter((rid) => /^[A-Za-z0-9_-]{1,32}$/.test(rid))
    .slice(0, 4);
}

function readRetransmissionPairs(section: MediaDescription): OfferedMedia["retransmissionPairs"] {
  return (section.ssrcGroups ?? [])
    .filter((group) => group.semantics === "FID")
    .map((group) => String(group.ssrcs).split(" ").map(Number))
    .flatMap(([primarySsrc, rtxSsrc]) => (primarySsrc && rtxSsrc ? [{ primarySsrc, rtxSsrc }] : []))
    .slice(0, 4);
}
