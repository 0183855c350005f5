import { manualClock } from "#testing/manual-clock.ts";
import type { PlaybackAnswer, WhepSession } from "#web/lib/media/whep/whep-session.ts";
import { createWhepSession } from "#web/lib/media/whep/whep-session.ts";
import type { Rung } from "#web/lib/media/whep/whep-state.ts";
import { createStore } from "#web/lib/store.ts";

export type Posted = { method: string; url: string; token: string };

/** A peer connection that decodes as many frames as the test says. */
export class FakePeer {
  connectionState = "connected";
  localDescription: { sdp: string } | null = null;
  ontrack: ((event: { track: object }) => void) | null = null;
  onconnectionstatechange: (() => void) | null = null;
  onicecandidate: ((event: { candidate: { type: string } | null }) => void) | null = null;
  onicecandidateerror: ((event: { errorCode: number; url: string }) => void) | null = null;
  /** How the TURN server fails it; null: it is not asked. */
  relayError: number | null = null;
  framesDecoded = 0;
  packetsReceived = 0;
  packetsLost = 0;
  closed = false;
  answer = "";
  addTransceiver() {}
  async createOffer() {
    return { type: "offer", sdp: "offer" };
  }
  async setLocalDescription(description: { sdp: string }) {
    this.localDescription = description;
    if (this.relayError !== null)
      this.onicecandidateerror?.({ errorCode: this.relayError, url: "turns:turn.test:443" });
  }
  async setRemoteDescription({ sdp }: { sdp: string }) {
    if (sdp === "broken") throw new Error("invalid SDP");
    this.answer = sdp;
    this.ontrack?.({ track: {} });
  }
  async getStats() {
    const video = {
      type: "inbound-rtp",
      kind: "video",
      framesDecoded: this.framesDecoded,
      packetsReceived: this.packetsReceived,
      packetsLost: this.packetsLost,
      totalProcessingDelay: this.framesDecoded * 0.7,
    };
    const pair = { type: "candidate-pair", nominated: true, currentRoundTripTime: 0.2 };
    return new Map<string, unknown>([
      ["video", video],
      ["pair", pair],
    ]);
  }
  close() {
    this.closed = true;
  }
  lose(state: "failed" | "disconnected") {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }
}

class FakeStream {
  tracks: object[] = [];
  addTrack(track: object) {
    this.tracks.push(track);
  }
}

/** A media engine on paper: the test decides what it answers and when frames flow. */
export function fakeEngine() {
  const clock = manualClock();
  const peers: FakePeer[] = [];
  const requests: Posted[] = [];
  const engine = {
    clock,
    peers,
    requests,
    status: 201,
    sdp: "answer",
    /** The code that the server sends with a refusal. */
    code: "",
    hasWebRtc: true,
    /** The state of the next connection's transport. */
    transport: "connected",
    /** How the TURN server fails the next connection. */
    relayError: null as number | null,
    /** How many packets of the picture each next connection has got, and lost, when it is first asked. */
    packets: 0,
    lost: 0,
    framesTotal: 0,
    fresh: { ok: true, playback: { url: "http://media.test/whep/luna", token: "fresh" } } as PlaybackAnswer,
    posts: () => requests.filter(({ method }) => method === "POST").length,
    deletes: () => requests.filter(({ method }) => method === "DELETE").map(({ url }) => url),
    session: null as unknown as WhepSession,
    /** Lets answers arrive, then moves time on in the steps of the player's own samples of the picture. */
    async pass(ms: number, options: { frames?: boolean } = {}) {
      await settle();
      for (let passed = 0; passed < ms; passed += 250) {
        const last = peers.at(-1);
        if (options.frames)
          for (const peer of peers) if (!peer.closed && peer === last) peer.framesDecoded += 6;
        clock.advance(250);
        await settle();
      }
    },
  };
  engine.session = createWhepSession({
    clock,
    random: () => 0,
    hasWebRtc: () => engine.hasWebRtc,
    hasFrames: () => false,
    workingRung: createStore<{ rung: Rung }>({ rung: "webrtc" }),
    fetch: async (url, init) => answer(engine, String(url), init),
    createPeer: () => {
      const peer = new FakePeer();
      peer.connectionState = engine.transport;
      peer.relayError = engine.relayError;
      peer.packetsReceived = engine.packets;
      peer.packetsLost = engine.lost;
      peers.push(peer);
      return peer as unknown as RTCPeerConnection;
    },
    createStream: () => new FakeStream() as unknown as MediaStream,
    freshPlayback: async () => engine.fresh,
    onFrames: (total) => {
      engine.framesTotal = total;
    },
  });
  return engine;
}

function answer(
  engine: { requests: Posted[]; status: number; sdp: string; code: string },
  url: string,
  init?: RequestInit,
) {
  const token = new Headers(init?.headers).get("Authorization")?.replace("Bearer ", "") ?? "";
  engine.requests.push({ method: init?.method ?? "GET", url, token });
  if (engine.status === 0) throw new TypeError("network");
  if (init?.method === "DELETE") return new Response(null, { status: 200 });
  const headers = { Location: `/whep/session/${engine.requests.length}` };
  return new Response(engine.status === 201 ? engine.sdp : JSON.stringify({ code: engine.code }), {
    status: engine.status,
    headers,
  });
}

/** Lets every promise that can resolve without time passing resolve. */
async function settle() {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
