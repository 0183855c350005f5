import type { Clock } from "#web/lib/clock.ts";
import {
  endSession,
  type MediaEndpoint,
  type MediaNeeds,
  type MediaSession,
  type OfferOutcome,
  postOffer,
} from "#web/lib/media/media-session.ts";
import { causeOfRefusal } from "#web/lib/media/no-picture.ts";
import { watchRelays } from "#web/lib/media/relay-refusal.ts";
import { freshIceServers } from "./ice-links.ts";

/** Where to publish, the model's stream key as bearer token, and TURN servers to go through where nothing else is let through. */
export type WhipAddress = { url: string; key: string; ice_servers?: RTCIceServer[] | undefined };

export type WhipNeeds = MediaNeeds & {
  createPeer(configuration: RTCConfiguration): RTCPeerConnection;
  /** 2.5 Mbit/s when absent. */
  videoBitsPerSecondMax?: number;
  /** Sends the picture in several sizes at once, for many viewers of different connections. */
  simulcast?: boolean;
};

export type WhipRefusal =
  | "key_refused"
  | "not_allowed"
  | "unreachable"
  | "no_webrtc"
  | "format"
  | "full"
  | "server_away";

/** One publishing session with the media engine. */
export type WhipConnection = {
  /** The server's names for it. */
  session: MediaSession;
  stats(): Promise<RTCStatsReport>;
  /** Whether a TURN server has refused what the page was given for it. */
  isRelayRefused(): boolean;
  /** Sends the tracks of this stream in place of those before, without a new session; rejects where that cannot be. */
  send(stream: MediaStream): Promise<void>;
  /** Releases the media and ends the session; resolves when the engine has answered. */
  end(): Promise<void>;
  /** Lets go without a word, for a session that is lost or about to be replaced. */
  drop(): void;
};
/** `other_publisher`: another client has published to the room since our last session. */
export type WhipOutcome =
  | { ok: true; connection: WhipConnection }
  | { ok: false; refusal: WhipRefusal | "other_publisher" };

/** The state of the transport: `up` once media can flow, `shaky` when it may recover, `down` for good. */
export type TransportChange = "up" | "shaky" | "down";

const gatheringMaxMs = 500;
const videoBitsPerSecondMax = 2_500_000;
const audioBitsPerSecondMax = 64_000;

/**
 * Publishes a stream. Codecs stay in the browser's own order. `lastTag` names the session that this one restores: then
 * it does not replace another client that has started publishing meanwhile.
 */
export async function connectWhip(
  needs: WhipNeeds,
  { url, key, ice_servers: known = [] }: WhipAddress,
  stream: MediaStream,
  onChange: (change: TransportChange) => void,
  lastTag: string | null,
): Promise<WhipOutcome> {
  const peer = needs.createPeer({ iceServers: await freshIceServers(needs, { url, bearer: key }, known) });
  const isRelayRefused = watchRelays(peer);
  peer.onconnectionstatechange = () => {
    const change = changeOf(peer.connectionState);
    if (change) onChange(change);
  };
  let session: MediaSession | null = null;
  const release = async () => {
    letGo(peer);
    if (session) await endSession(needs, key, session);
  };
  try {
    offerTracks(needs, peer, stream);
    await peer.setLocalDescription();
    await gathered(peer, needs.clock);
    const offer = peer.localDescription?.sdp ?? "";
    const posted = await postAfter(needs, { url, bearer: key }, offer, lastTag);
    if (!posted.ok) {
      letGo(peer);
      return { ok: false, refusal: refusalOf(posted.status, posted.code) };
    }
    session = posted.session;
    await peer.setRemoteDescription({ type: "answer", sdp: posted.sdp });
  } catch {
    void release();
    return { ok: false, refusal: "unreachable" };
  }
  return { ok: true, connection: openConnection(peer, session, { isRelayRefused, release }) };
}

/** In the place of our own last session, or into an empty room; 412 when another client publishes there. */
async function postAfter(
  needs: WhipNeeds,
  endpoint: MediaEndpoint,
  offer: string,
  lastTag: string | null,
): Promise<OfferOutcome> {
  if (lastTag === null) return postOffer(needs, endpoint, offer);
  const inPlace = await postOffer(needs, endpoint, offer, { "If-Match": lastTag });
  if (inPlace.ok || inPlace.status !== 412) return inPlace;
  return postOffer(needs, endpoint, offer, { "If-None-Match": "*" });
}

function changeOf(state: RTCPeerConnectionState): TransportChange | null {
  if (state === "connected") return "up";
  if (state === "disconnected") return "shaky";
  return state === "failed" || state === "closed" ? "down" : null;
}

function offerTracks(needs: WhipNeeds, peer: RTCPeerConnection, stream: MediaStream) {
  const videoMax = needs.videoBitsPerSecondMax ?? videoBitsPerSecondMax;
  for (const track of stream.getTracks()) {
    const picture = needs.simulcast ? track.getSettings() : {};
    const sendEncodings =
      track.kind === "video" ? videoEncodings(picture, videoMax) : [{ maxBitrate: audioBitsPerSecondMax }];
    peer.addTransceiver(track, { direction: "sendonly", streams: [stream], sendEncodings });
  }
}

/** The engine learns addresses from the packets; other servers need the candidates, so they get a moment. */
function gathered(peer: RTCPeerConnection, clock: Clock): Promise<void> {
  if (peer.iceGatheringState === "complete") return Promise.resolve();
  return new Promise((resolve) => {
    const cancel = clock.after(gatheringMaxMs, resolve);
    peer.onicegatheringstatechange = () => {
      if (peer.iceGatheringState !== "complete") return;
      cancel();
      resolve();
    };
  });
}

function refusalOf(status: number, code: string | null): WhipRefusal | "other_publisher" {
  if (status === 412) return "other_publisher";
  if (status === 401) return "key_refused";
  if (status === 403 || status === 404) return "not_allowed";
  return causeOfRefusal(status, code) ?? "unreachable";
}

function openConnection(
  peer: RTCPeerConnection,
  session: MediaSession,
  { isRelayRefused, release }: { isRelayRefused: () => boolean; release: () => Promise<void> },
): WhipConnection {
  return {
    session,
    isRelayRefused,
    stats: () => peer.getStats(),
    async send(stream) {
      for (const track of stream.getTracks()) {
        const sender = peer.getSenders().find((each) => each.track?.kind === track.kind);
        if (sender?.track !== track) await sender?.replaceTrack(track);
      }
    },
    end: release,
    drop: () => letGo(peer),
  };
}

function letGo(peer: RTCPeerConnection): void {
  peer.onconnectionstatechange = null;
  peer.onicegatheringstatechange = null;
  peer.close();
}

/** Of a picture whose shorter side is at least this many pixels three sizes are worth sending, and two. */
const threeFrom = 540;
const twoFrom = 300;
/** A picture of half the width and height needs about this share of the bit rate. */
const halfShare = 0.28;

/**
 * The simulcast layers of a picture, each half as wide and high as the next: `l` and `h`, or `l`, `m` and `h`; one without a
 * name where the picture is small or its size unknown. The lowest stands first, because browsers send the first ones when
 * the network does not carry all.
 */
export function videoEncodings(
  { width = 0, height = 0 }: { width?: number; height?: number },
  bitsPerSecondMax: number,
): RTCRtpEncodingParameters[] {
  const shorter = Math.min(width, height);
  if (shorter < twoFrom) return [{ maxBitrate: bitsPerSecondMax }];
  const rids = shorter < threeFrom ? ["l", "h"] : ["l", "m", "h"];
  return rids.map((rid, index) => {
    const halvings = rids.length - 1 - index;
    const maxBitrate = Math.round(bitsPerSecondMax * halfShare ** halvings);
    return { rid, scaleResolutionDownBy: 2 ** halvings, maxBitrate };
  });
}
