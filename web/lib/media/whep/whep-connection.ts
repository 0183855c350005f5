import { type LiveStream, streamOfTracks } from "../live-stream.ts";
import {
  endSession,
  type MediaEndpoint,
  type MediaNeeds,
  type MediaSession,
  postOffer,
} from "../media-session.ts";
import { causeOfRefusal } from "../no-picture.ts";
import { watchRelays } from "../relay-refusal.ts";
import { type PlaybackStats, readPlaybackStats } from "./playback-stats.ts";

/**
 * Where and with what to play: the endpoint and its bearer token; by WHEP unless it says otherwise. `fallback`: the same room
 * over HTTPS, with the same token.
 */
export type WhepAddress = {
  url: string;
  token: string;
  protocol?: "whep" | "livekit";
  fallback?: { url: string } | undefined;
  /** TURN servers to go through where nothing else is let through. */
  ice_servers?: RTCIceServer[] | undefined;
};

export type WhepNeeds = MediaNeeds & {
  createPeer(configuration: RTCConfiguration): RTCPeerConnection;
  createStream(): MediaStream;
  /** Receives no sound, not only plays none. */
  silent?: boolean;
};

/** The size of the picture for a viewer: as large as the connection carries, the smallest, the largest. */
export type LayerPreference = "auto" | "low" | "high";

/** One session with the media engine, by whatever carries it. */
export type WhepConnection = {
  stream: LiveStream;
  /** The session's id at the server, the last part of its address; null when it has none. */
  sessionId: string | null;
  /** The media received and decoded so far; `before` is the sample before, if any. */
  stats(before: PlaybackStats | null): Promise<PlaybackStats>;
  /** Whether its transport stands. */
  isConnected(): boolean;
  /** Whether a TURN server has refused what the page was given for it; absent where there is none. */
  isRelayRefused?(): boolean;
  /** Asks for another size of the picture, see `server/media/whip/layer.ts`. Never throws: the next session asks again. */
  prefer(layer: LayerPreference): Promise<void>;
  /** Ends the session and releases the media. Idempotent. */
  close(): void;
};

export type WhepRefusal =
  | "format"
  | "full"
  | "network"
  | "server_away"
  | "no_publisher"
  | "unauthorized"
  | "unreachable";
export type WhepOutcome = { ok: true; connection: WhepConnection } | { ok: false; refusal: WhepRefusal };

/**
 * `replaced`: a newer page of the same person took its place. `format`: the browser gave the picture up. `relay_refused`: no
 * connection was made, and our TURN server refused what the page was given for it.
 */
export type LossReason = "replaced" | "format" | "relay_refused";
export type OnLost = (why?: LossReason) => void;

/** Opens a receive-only session. `onLost` is called when the transport fails or is interrupted. */
export async function connectWhep(
  needs: WhepNeeds,
  { url, token, ice_servers: iceServers = [] }: WhepAddress,
  layer: LayerPreference,
  onLost: OnLost,
): Promise<WhepOutcome> {
  const stream = needs.createStream();
  const { peer, isRelayRefused } = receivingPeer(needs, iceServers, stream, onLost);
  let session: MediaSession | null = null;
  const release = () => {
    letGo(peer);
    if (session) void endSession(needs, token, session);
  };
  try {
    // The engine learns our address from the packets themselves, so the offer need not wait for candidates.
    const offer = await peer.createOffer();
    await peer.setLocalDescription(offer);
    const sdp = peer.localDescription?.sdp ?? offer.sdp ?? "";
    const posted = await postOffer(needs, { url: withLayer(url, layer), bearer: token }, sdp);
    if (!posted.ok) {
      letGo(peer);
      return { ok: false, refusal: refusalOf(posted.status, posted.code) };
    }
    session = posted.session;
    if (rejectsVideo.test(posted.sdp)) {
      release();
      return { ok: false, refusal: "format" };
    }
    await peer.setRemoteDescription({ type: "answer", sdp: posted.sdp });
  } catch {
    release();
    return { ok: false, refusal: "unreachable" };
  }
  const { url: address } = session;
  return {
    ok: true,
    connection: {
      stream: streamOfTracks(stream),
      sessionId: address?.split("/").at(-1) ?? null,
      stats: async (before) => readPlaybackStats(await peer.getStats(), before),
      isConnected: () => peer.connectionState === "connected",
      isRelayRefused,
      async prefer(wanted) {
        if (address !== null) await postLayer(needs, { url: `${address}/layer`, bearer: token }, wanted);
      },
      close: once(release),
    },
  };
}

function withLayer(url: string, layer: LayerPreference): string {
  return layer === "auto" ? url : `${url}?layer=${layer}`;
}

async function postLayer(needs: WhepNeeds, { url, bearer }: MediaEndpoint, layer: LayerPreference) {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${bearer}` };
  const body = JSON.stringify({ layer });
  await needs.fetch(url, { method: "POST", headers, body }).catch(() => undefined);
}

function receivingPeer(
  needs: WhepNeeds,
  iceServers: RTCIceServer[],
  stream: MediaStream,
  onLost: OnLost,
): { peer: RTCPeerConnection; isRelayRefused: () => boolean } {
  const peer = needs.createPeer({ iceServers });
  const isRelayRefused = watchRelays(peer);
  peer.ontrack = ({ track }) => stream.addTrack(track);
  peer.onconnectionstatechange = () => {
    if (peer.connectionState === "failed") onLost(isRelayRefused() ? "relay_refused" : undefined);
    else if (peer.connectionState === "disconnected") onLost();
  };
  if (!needs.silent) peer.addTransceiver("audio", { direction: "recvonly" });
  peer.addTransceiver("video", { direction: "recvonly" });
  return { peer, isRelayRefused };
}

function letGo(peer: RTCPeerConnection): void {
  peer.ontrack = null;
  peer.onconnectionstatechange = null;
  peer.close();
}

function once(task: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    task();
  };
}

/** A media section without a port is a refused one (RFC 3264, section 6). */
const rejectsVideo = /^m=video 0 /m;

/** The meaning of a refused playback session, by its status and the code of its reason. */
export function refusalOf(status: number, code: string | null): WhepRefusal {
  if (status === 401 || status === 403) return "unauthorized";
  if (status === 404 || status === 409) return "no_publisher";
  return causeOfRefusal(status, code) ?? "unreachable";
}
