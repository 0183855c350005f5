import { manualClock } from "#testing/manual-clock.ts";
import { createWhipSession } from "#web/lib/media/whip/whip-session.ts";

export const address = { url: "http://media.test/whip/luna", key: "secret" };

/** A peer connection that reaches the engine when the test says so. */
export class FakePeer {
  connectionState = "new";
  iceGatheringState = "complete";
  localDescription: { sdp: string } | null = null;
  onconnectionstatechange: (() => void) | null = null;
  onicegatheringstatechange: (() => void) | null = null;
  onicecandidate: ((event: { candidate: { type: string } | null }) => void) | null = null;
  onicecandidateerror: ((event: { errorCode: number; url: string }) => void) | null = null;
  /** How the TURN server fails it; null: it is not asked. */
  relayError: number | null = null;
  senders: { track: { kind: string }; replaceTrack(track: { kind: string }): Promise<void> }[] = [];
  bytesSent = 0;
  bytesReceived = 0;
  reports = true;
  closed = false;
  iceServers: RTCIceServer[] | undefined;
  /** Tracks that differ too much from the one before need a new session. */
  replaces = true;
  addTransceiver(track: { kind: string }) {
    const sender = {
      track,
      replaceTrack: async (next: { kind: string }) => {
        if (!this.replaces) throw new DOMException("needs a new offer", "InvalidModificationError");
        sender.track = next;
      },
    };
    this.senders.push(sender);
  }
  async setLocalDescription() {
    this.localDescription = { sdp: "offer" };
    if (this.relayError !== null)
      this.onicecandidateerror?.({ errorCode: this.relayError, url: "turns:turn.test:443" });
  }
  async setRemoteDescription({ sdp }: { sdp: string }) {
    if (sdp === "broken") throw new Error("invalid SDP");
  }
  getSenders() {
    return this.senders;
  }
  async getStats() {
    const video = {
      type: "outbound-rtp",
      kind: "video",
      bytesSent: this.bytesSent,
      frameWidth: 720,
      frameHeight: 1280,
      framesPerSecond: 30,
      qualityLimitationReason: "none",
    };
    if (this.reports) this.bytesReceived += 100;
    const pair = { type: "candidate-pair", nominated: true, bytesReceived: this.bytesReceived };
    return new Map<string, unknown>([
      ["v", video],
      ["p", pair],
    ]);
  }
  close() {
    this.closed = true;
  }
  become(state: "connected" | "disconnected" | "failed") {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }
}

export const track = (kind: string, id = "first") =>
  ({ kind, id, getSettings: () => ({}) }) as unknown as MediaStreamTrack;
export const streamOf = (...tracks: MediaStreamTrack[]) =>
  ({ getTracks: () => tracks }) as unknown as MediaStream;
export const stream = streamOf(track("audio"), track("video"));

/** A studio with a media engine on paper. */
export function studio() {
  const clock = manualClock();
  const peers: FakePeer[] = [];
  const requests: { method: string; url: string; bearer: string }[] = [];
  const engine = {
    status: 201,
    sdp: "answer",
    elsewhere: false,
    restarted: false,
    hasWebRtc: true,
    code: "",
    /** How the TURN server fails the next connection. */
    relayError: null as number | null,
    /** The `Link` headers that an `OPTIONS` is answered with; null: it is not answered. */
    links: null as string[] | null,
  };
  const session = createWhipSession({
    clock,
    random: () => 0,
    hasWebRtc: () => engine.hasWebRtc,
    createPeer: ({ iceServers }) => {
      const peer = new FakePeer();
      peer.iceServers = iceServers;
      peer.relayError = engine.relayError;
      peers.push(peer);
      return peer as unknown as RTCPeerConnection;
    },
    fetch: async (url, init) => {
      const bearer = new Headers(init?.headers).get("Authorization")?.replace("Bearer ", "") ?? "";
      requests.push({ method: init?.method ?? "GET", url: String(url), bearer });
      if (init?.method === "OPTIONS") {
        if (engine.links === null) throw new TypeError("network");
        return new Response(null, { headers: { Link: engine.links.join(", ") } });
      }
      if (engine.status === 0) throw new TypeError("network");
      if (engine.elsewhere && isConditional(init)) return new Response(null, { status: 412 });
      if (engine.restarted && new Headers(init?.headers).has("If-Match"))
        return new Response(null, { status: 412 });
      const headers = { Location: `/whip/session/${peers.length}`, ETag: `"${peers.length}"` };
      return new Response(engine.status === 201 ? engine.sdp : JSON.stringify({ code: engine.code }), {
        status: engine.status,
        headers,
      });
    },
  });
  const posts = () => requests.filter(({ method }) => method === "POST").length;
  const deletes = () => requests.filter(({ method }) => method === "DELETE").map(({ url }) => url);
  const pass = async (ms: number) => {
    await settle();
    clock.advance(ms);
    await settle();
  };
  const last = () => peers.at(-1) as FakePeer;
  return { clock, session, peers, requests, engine, posts, deletes, pass, last };
}

function isConditional(init?: RequestInit): boolean {
  const headers = new Headers(init?.headers);
  return headers.has("If-Match") || headers.has("If-None-Match");
}

async function settle() {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
