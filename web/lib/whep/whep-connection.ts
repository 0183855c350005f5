import type { Clock } from "../clock.ts";

/** Where and with what to play: the WHEP endpoint and its bearer token. */
export type WhepAddress = { url: string; token: string };

export type WhepNeeds = {
  createPeer(): RTCPeerConnection;
  createStream(): MediaStream;
  fetch: typeof fetch;
  clock: Clock;
};

/** One WebRTC session with the media engine. */
export type WhepConnection = {
  stream: MediaStream;
  stats(): Promise<RTCStatsReport>;
  /** Tells the engine (`DELETE` on the session's address) and lets go of the media. Harmless when repeated. */
  close(): void;
};

export type WhepRefusal = "no_publisher" | "unauthorized" | "unreachable";
export type WhepOutcome = { ok: true; connection: WhepConnection } | { ok: false; refusal: WhepRefusal };

const ANSWER_TIMEOUT_MS = 8_000;

/**
 * Opens a receive-only session by WHEP (draft-ietf-wish-whep): offer in a `POST`, answer in its 201, the session's
 * address in `Location`. `onLost` is called when the transport fails or is interrupted.
 */
export async function connectWhep(
  needs: WhepNeeds,
  address: WhepAddress,
  onLost: () => void,
): Promise<WhepOutcome> {
  const peer = needs.createPeer();
  const stream = needs.createStream();
  peer.ontrack = ({ track }) => stream.addTrack(track);
  peer.onconnectionstatechange = () => {
    if (peer.connectionState === "failed" || peer.connectionState === "disconnected") onLost();
  };
  peer.addTransceiver("audio", { direction: "recvonly" });
  peer.addTransceiver("video", { direction: "recvonly" });
  let session: string | null = null;
  try {
    // The engine learns our address from the packets themselves, so the offer need not wait for candidates.
    const offer = await peer.createOffer();
    await peer.setLocalDescription(offer);
    const posted = await postOffer(needs, address, peer.localDescription?.sdp ?? offer.sdp ?? "");
    if (!posted.ok) {
      peer.close();
      return posted;
    }
    session = posted.session;
    await peer.setRemoteDescription({ type: "answer", sdp: posted.sdp });
  } catch {
    release(needs, address, peer, session);
    return { ok: false, refusal: "unreachable" };
  }
  return { ok: true, connection: openConnection(needs, address, peer, stream, session) };
}

function openConnection(
  needs: WhepNeeds,
  address: WhepAddress,
  peer: RTCPeerConnection,
  stream: MediaStream,
  session: string | null,
): WhepConnection {
  let closed = false;
  return {
    stream,
    stats: () => peer.getStats(),
    close() {
      if (closed) return;
      closed = true;
      release(needs, address, peer, session);
    },
  };
}

type Posted = { ok: true; sdp: string; session: string | null } | { ok: false; refusal: WhepRefusal };

async function postOffer(needs: WhepNeeds, { url, token }: WhepAddress, offer: string): Promise<Posted> {
  const abort = new AbortController();
  const cancelTimeout = needs.clock.after(ANSWER_TIMEOUT_MS, () => abort.abort());
  try {
    const response = await needs.fetch(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/sdp",
        Accept: "application/sdp",
        Authorization: `Bearer ${token}`,
      },
      body: offer,
      signal: abort.signal,
    });
    if (!response.ok) return { ok: false, refusal: refusalOf(response.status) };
    const location = response.headers.get("Location");
    const session = location === null ? null : new URL(location, response.url || url).href;
    return { ok: true, sdp: await response.text(), session };
  } catch {
    return { ok: false, refusal: "unreachable" };
  } finally {
    cancelTimeout();
  }
}

function refusalOf(status: number): WhepRefusal {
  if (status === 401 || status === 403) return "unauthorized";
  if (status === 404 || status === 409) return "no_publisher";
  return "unreachable";
}

function release(needs: WhepNeeds, { token }: WhepAddress, peer: RTCPeerConnection, session: string | null) {
  peer.ontrack = null;
  peer.onconnectionstatechange = null;
  peer.close();
  if (session === null) return;
  // `keepalive` lets the request outlive the page; the engine notices a lost viewer by itself when even that fails.
  const headers = { Authorization: `Bearer ${token}` };
  needs.fetch(session, { method: "DELETE", headers, keepalive: true }).catch(() => undefined);
}
