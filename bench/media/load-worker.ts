import { randomUUID } from "node:crypto";
import { createSocket } from "node:dgram";
import { decodeFramesMessage } from "#contract/media-frames.ts";
import { isRtcp } from "#engine/rtp/packet.ts";
import { type LivekitSettings, livekitApi } from "#server/media/livekit/livekit-api.ts";
import { watchByLivekit } from "#testing/livekit/livekit-viewer.ts";
import { connectPeer, type Negotiate, type Peer } from "#testing/media-engine/peer.ts";
import { createLayerSources, offerLayers } from "#testing/media-engine/simulcast.ts";
import { tcpDetour } from "#testing/media-engine/tcp-detour.ts";
import { createVp8Source } from "#testing/media-engine/vp8-source.ts";
import { watchJanus } from "./janus.ts";

/** How viewers are reached: by WebRTC over UDP or TCP, or by encoded frames over a WebSocket. */
export type Way = "udp" | "tcp" | "https";

/** The order to this process: one publisher, who may send three layers, the number of its viewers, and the room if it matters. */
export type LoadOrder = { viewers: number; room?: string } & (
  | { server: "ours"; origin: string; isSimulcast: boolean; way: Way }
  | { server: "janus"; socketUrl: string; rtpPort: number }
  | { server: "livekit"; settings: LivekitSettings }
);

/** `joined` once all viewers are connected, then each second what one viewer received of it on average. */
export type LoadReport = { joined: number } | { packetsPerSecond: number };

type OnPacket = ((packet: Buffer) => void) | null;
/** Counts packets that have arrived. */
type Count = (packets: number) => void;

const framesPerSecond = 30;
const packetsPerFrame = 4;
const packetBytes = 1100;
const joinsAtOnce = 8;
/** Reading packets costs more than receiving them: one viewer in so many is read. */
const sampledOneIn = 10;

const reportMs = 500;

let room = "bench";

/** Connections live as long as somebody holds them. */
const peers: Pick<Peer, "close">[] = [];

process.once("message", async (order: LoadOrder) => {
  room = order.room ?? room;
  await publish(order);
  let received = 0;
  let sampled = 0;
  for (let first = 0; first < order.viewers; first += joinsAtOnce) {
    const count = Math.min(joinsAtOnce, order.viewers - first);
    const joins = Array.from({ length: count }, (_, offset) => {
      const isSampled = (first + offset) % sampledOneIn === 0;
      if (isSampled) sampled += 1;
      return watch(order, isSampled ? (packets) => void (received += packets) : null);
    });
    await Promise.all(joins);
  }
  report({ joined: order.viewers });
  setInterval(() => {
    report({ packetsPerSecond: received / sampled });
    received = 0;
  }, 1000);
});
process.on("disconnect", () => process.exit(0));

function report(message: LoadReport): void {
  process.send?.(message);
}

async function publish(order: LoadOrder): Promise<void> {
  const send = order.server === "janus" ? senderTo(order.rtpPort) : await publisherOf(order);
  // The highest of the layers is as large as the one picture without them.
  const sources = sendsLayers(order)
    ? createLayerSources(90_000 / framesPerSecond, packetBytes).map(({ source }) => source)
    : [createVp8Source({ packetsPerFrame, packetBytes, picture: { width: 1280, height: 720, firstId: 1 } })];
  const startedMs = performance.now();
  let frames = 0;
  setInterval(() => {
    const due = Math.floor(((performance.now() - startedMs) / 1000) * framesPerSecond);
    for (; frames < due; frames++) {
      const keyframe = frames % framesPerSecond === 0;
      for (const source of sources) for (const packet of source.nextFrame({ keyframe })) send(packet);
    }
  }, 5);
}

const sendsLayers = (order: LoadOrder) => order.server === "ours" && order.isSimulcast;

async function publisherOf(
  order: LoadOrder & { server: "ours" | "livekit" },
): Promise<(packet: Buffer) => void> {
  const negotiate =
    order.server === "ours" ? post(`${order.origin}/whip/${room}`) : publishTo(order.settings);
  const peer = await connectPeer(sendsLayers(order) ? (offer) => negotiate(offerLayers(offer)) : negotiate, {
    role: "publisher",
    onPacket: null,
  });
  peers.push(peer);
  return peer.send;
}

function publishTo(settings: LivekitSettings): Negotiate {
  return async (offerSdp) => {
    const answer = await livekitApi(settings).publish(room, offerSdp);
    if (!answer.ok) throw new Error(`LiveKit answered ${answer.status}`);
    return answer.sdp;
  };
}

function senderTo(rtpPort: number): (packet: Buffer) => void {
  const socket = createSocket("udp4");
  return (packet) => socket.send(packet, rtpPort, "127.0.0.1");
}

async function watch(order: LoadOrder, count: Count | null): Promise<void> {
  const onPacket: OnPacket = count && ((packet) => void (isRtcp(packet) || count(1)));
  if (order.server === "janus") return watchJanus(order.socketUrl, onPacket);
  if (order.server === "livekit") {
    const token = await livekitApi(order.settings).viewerToken(room, randomUUID());
    peers.push(await watchByLivekit(order.settings.url, token, onPacket));
    return;
  }
  if (order.way === "https") return void peers.push(await watchFrames(order.origin, count));
  const negotiate = post(`${order.origin}/whep/${room}`);
  const answered = order.way === "tcp" ? overTcp(negotiate) : negotiate;
  peers.push(await connectPeer(answered, { role: "viewer", onPacket }));
}

/** Takes the frames of the room like a page that shows each of them at once, and reports it as often as a page does. */
async function watchFrames(origin: string, count: Count | null): Promise<Pick<Peer, "close">> {
  const socket = new WebSocket(`${origin.replace("http", "ws")}/frames/${room}`);
  socket.binaryType = "arraybuffer";
  const isIn = Promise.withResolvers<void>();
  let shown = 0;
  socket.onopen = () => socket.send(JSON.stringify({ token: "bench" }));
  socket.onmessage = ({ data }) => {
    const message = decodeFramesMessage(new Uint8Array(data as ArrayBuffer));
    if (message?.kind === "session") isIn.resolve();
    if (message?.kind !== "video") return;
    shown = message.timeUs;
    count?.(packetsPerFrame);
  };
  socket.onclose = ({ reason }) => isIn.reject(new Error(`frames ended: ${reason}`));
  setInterval(() => socket.send(JSON.stringify({ shown })), reportMs);
  await isIn.promise;
  return socket;
}

/** The same over TCP, by a detour of this process. */
function overTcp(negotiate: Negotiate): Negotiate {
  return async (offerSdp) => {
    const detour = await tcpDetour(await negotiate(offerSdp));
    peers.push(detour);
    return detour.answerSdp;
  };
}

function post(url: string): Negotiate {
  return async (offerSdp) => {
    const headers = { "content-type": "application/sdp", authorization: "Bearer bench" };
    const answer = await fetch(url, { method: "POST", headers, body: offerSdp });
    if (answer.status !== 201) throw new Error(`${url} answered ${answer.status}`);
    return answer.text();
  };
}
