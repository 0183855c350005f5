import type { Clock } from "#web/lib/clock.ts";

/** Where to publish, and the model's stream key as bearer token. */
export type WhipAddress = { url: string; key: string };

export type WhipNeeds = {
  createPeer(): RTCPeerConnection;
  fetch: typeof fetch;
  clock: Clock;
};

export type WhipRefusal = "key_refused" | "not_allowed" | "unreachable";

/** One publishing session with the media engine. */
export type WhipConnection = {
  stats(): Promise<RTCStatsReport>;
  /** Sends another camera or microphone from now on, without a new session. */
  replace(track: MediaStreamTrack): Promise<void>;
  /** Lets go and tells the engine (`DELETE` on the session's address); resolves when it has answered. */
  end(): Promise<void>;
  /** Lets go without a word, for a session that is lost or about to be replaced. */
  drop(): void;
};
export type WhipOutcome = { ok: true; connection: WhipConnection } | { ok: false; refusal: WhipRefusal };

/** What the transport does: `up` once media can flow, `shaky` when it may come back by itself, `down` for good. */
export type TransportChange = "up" | "shaky" | "down";

export const answerTimeoutMs = 8_000;
const gatheringMaxMs = 500;
const videoBitsPerSecondMax = 2_500_000;
const audioBitsPerSecondMax = 64_000;

/**
 * Publishes a stream by WHIP (RFC 9725): the offer in a `POST`, the answer in its 201, the session's address in
 * `Location`. Codecs stay in the browser's own order.
 */
export async function connectWhip(
  needs: WhipNeeds,
  address: WhipAddress,
  stream: MediaStream,
  onChange: (change: TransportChange) => void,
): Promise<WhipOutcome> {
  const peer = needs.createPeer();
  peer.onconnectionstatechange = () => {
    const change = changeOf(peer.connectionState);
    if (change) onChange(change);
  };
  let session: string | null = null;
  try {
    offerTracks(peer, stream);
    await peer.setLocalDescription();
    await gathered(peer, needs.clock);
    const posted = await postOffer(needs, address, peer.localDescription?.sdp ?? "");
    if (!posted.ok) {
      void release(needs, address, peer, null);
      return posted;
    }
    session = posted.session;
    await peer.setRemoteDescription({ type: "answer", sdp: posted.sdp });
  } catch {
    void release(needs, address, peer, session);
    return { ok: false, refusal: "unreachable" };
  }
  return { ok: true, connection: openConnection(needs, address, peer, session) };
}

function changeOf(state: RTCPeerConnectionState): TransportChange | null {
  if (state === "connected") return "up";
  if (state === "disconnected") return "shaky";
  return state === "failed" || state === "closed" ? "down" : null;
}

function offerTracks(peer: RTCPeerConnection, stream: MediaStream) {
  for (const track of stream.getTracks()) {
    const maxBitrate = track.kind === "video" ? videoBitsPerSecondMax : audioBitsPerSecondMax;
    peer.addTransceiver(track, { direction: "sendonly", streams: [stream], sendEncodings: [{ maxBitrate }] });
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

type Posted = { ok: true; sdp: string; session: string | null } | { ok: false; refusal: WhipRefusal };

async function postOffer(needs: WhipNeeds, { url, key }: WhipAddress, offer: string): Promise<Posted> {
  const abort = new AbortController();
  const cancelTimeout = needs.clock.after(answerTimeoutMs, () => abort.abort());
  try {
    const response = await needs.fetch(url, {
      method: "POST",
      headers: {
        "Content-Type": "application/sdp",
        Accept: "application/sdp",
        Authorization: `Bearer ${key}`,
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

function refusalOf(status: number): WhipRefusal {
  if (status === 401) return "key_refused";
  if (status === 403 || status === 404) return "not_allowed";
  return "unreachable";
}

function openConnection(
  needs: WhipNeeds,
  address: WhipAddress,
  peer: RTCPeerConnection,
  session: string | null,
): WhipConnection {
  return {
    stats: () => peer.getStats(),
    async replace(track) {
      const sender = peer.getSenders().find((each) => each.track?.kind === track.kind);
      await sender?.replaceTrack(track);
    },
    end: () => release(needs, address, peer, session),
    drop: () => void release(needs, address, peer, null),
  };
}

async function release(
  needs: WhipNeeds,
  { key }: WhipAddress,
  peer: RTCPeerConnection,
  session: string | null,
): Promise<void> {
  peer.onconnectionstatechange = null;
  peer.onicegatheringstatechange = null;
  peer.close();
  if (session === null) return;
  // `keepalive` lets the request outlive the page; the engine notices a lost publisher by itself when even that fails.
  const headers = { Authorization: `Bearer ${key}` };
  await needs.fetch(session, { method: "DELETE", headers, keepalive: true }).catch(() => undefined);
}
