import type { MediaEngine, MediaEvent } from "#server/media/media-engine.ts";
import { type MediaOptions, startMediaEngine } from "#server/media/media.ts";
import { type Broadcast, broadcast } from "#testing/media-engine/broadcast.ts";
import { connectPeer, type Peer } from "#testing/media-engine/peer.ts";

type Codecs = NonNullable<Parameters<typeof connectPeer>[1]["codecs"]>;

/** A real engine with everything a test wants to do to it; {@link MediaRig.stop} closes all that was opened. */
export type MediaRig = {
  media: MediaEngine;
  /** All events so far, oldest first. */
  events: MediaEvent[];
  /** Connects a publisher; it sends once handed to {@link broadcast}. */
  publisher(room: string, ssrc?: number, codecs?: Codecs): Promise<Peer & { sessionId: string }>;
  /** Connects a publisher that sends. */
  live(
    room: string,
    options?: Parameters<typeof broadcast>[1] & { codecs?: Codecs },
  ): Promise<Peer & { sessionId: string } & { show: Broadcast }>;
  /** Connects a viewer, from a UDP port of its own when one is given. */
  viewer(room: string, tag?: string, port?: number, codecs?: Codecs): Promise<Peer & { sessionId: string }>;
  stop(): Promise<void>;
};

/** Starts an engine on ports of its own on the loopback interface. */
export async function startTestMedia(
  udpPort = 0,
  options: Pick<MediaOptions, "tcp" | "workers"> = {},
): Promise<MediaRig> {
  const log = { info() {}, warn() {}, error() {} };
  const media = await startMediaEngine({ udpPort, bindAddress: "127.0.0.1", log, ...options });
  const events: MediaEvent[] = [];
  media.onEvent((event) => void events.push(event));
  const peers: Peer[] = [];
  const connect = async (
    open: (offerSdp: string) => ReturnType<MediaEngine["play"] | MediaEngine["publish"]>,
    options: Parameters<typeof connectPeer>[1],
  ) => {
    let sessionId = "";
    const peer = await connectPeer(async (offerSdp) => {
      const answer = await open(offerSdp);
      if (!answer.ok) throw new Error(answer.refusal);
      sessionId = answer.sessionId;
      return answer.answerSdp;
    }, options);
    peers.push(peer);
    return Object.assign(peer, { sessionId });
  };
  const publisher: MediaRig["publisher"] = (room, ssrc = 1111, codecs = ["vp8"]) =>
    connect((offer) => media.publish(room, offer), { role: "publisher", ssrc, codecs });
  return {
    media,
    events,
    publisher,
    async live(room, options = {}) {
      const peer = await publisher(room, options.ssrc, options.codecs);
      return Object.assign(peer, { show: broadcast(peer, options) });
    },
    viewer: (room, tag = "fan:1|public", port, codecs = ["vp8"]) =>
      connect((offer) => media.play(room, offer, tag), { role: "viewer", codecs, ...(port ? { port } : {}) }),
    async stop() {
      for (const peer of peers) peer.close();
      await media.stop();
    },
  };
}
