import Fastify from "fastify";
import { refuse } from "#server/kit/result.ts";
import { connectLivekit } from "#server/media/livekit/livekit-media.ts";
import { livekitRoutes } from "#server/media/livekit/routes.ts";
import type { MediaCore, MediaEvent } from "#server/media/media-engine.ts";
import type { SeatAllocator } from "#server/media/playback-seats.ts";
import { livekitKeys, startLivekitServer } from "#testing/livekit/livekit-server.ts";
import { type LivekitViewer, watchByLivekit } from "#testing/livekit/livekit-viewer.ts";
import { broadcast } from "#testing/media-engine/broadcast.ts";
import { connectPeer } from "#testing/media-engine/peer.ts";
import type { MediaRig } from "#testing/media/media-rig.ts";
import { until } from "#testing/until.ts";

/**
 * A real LiveKit with our signalling proxy and webhook before it, and what a test wants to do to it. The bearer of a viewer is their
 * tag; `lock` shuts the proxy to some. `seatsOf` bounds how many one person may watch by; without it nobody is replaced.
 */
export type LivekitRig = Awaited<ReturnType<typeof startTestLivekit>>;

export async function startTestLivekit(seatsOf?: (media: MediaCore) => SeatAllocator) {
  const log = { info() {}, warn() {}, error() {} };
  const http = Fastify();
  const hints: string[] = [];
  let refresh = async (_room: string) => {};
  let statusOf = async (_slug: string, _bearer: string | null) => 503;
  const hinted = (room: string) => {
    hints.push(room);
    return refresh(room);
  };
  await http.register(
    livekitRoutes({ keys: livekitKeys, refresh: hinted }, { statusOf: (...of) => statusOf(...of) }),
  );
  const origin = await http.listen({ port: 0, host: "127.0.0.1" });
  const server = await startLivekitServer(`${origin}/livekit/webhook`);
  const media = await connectLivekit(server.settings, log);
  refresh = media.refresh;
  const events: MediaEvent[] = [];
  media.onEvent((event) => void events.push(event));
  let isShut = (_tag: string) => false;
  const proxy = media.openSignallingProxy({
    async authorizePlay(room, bearer) {
      const tag = bearer ?? "";
      return isShut(tag) ? refuse("forbidden") : { ok: true, room, tag };
    },
    addressOf: () => "127.0.0.1",
    ...(seatsOf ? { seats: seatsOf(media) } : {}),
    log,
  });
  statusOf = proxy.statusOf;
  proxy.attach(http.server);
  const open: { close(): void }[] = [];
  const publisher: MediaRig["publisher"] = async (room, ssrc = 1111) => {
    let sessionId = "";
    const peer = await connectPeer(
      async (offerSdp) => {
        const answer = await media.publish(room, offerSdp);
        if (!answer.ok) throw new Error(answer.refusal);
        sessionId = answer.sessionId;
        return answer.answerSdp;
      },
      { role: "publisher", ssrc },
    );
    open.push(peer);
    return Object.assign(peer, { sessionId });
  };
  return {
    media,
    events,
    origin,
    server,
    /** Rooms that LiveKit's webhooks named. */
    hints,
    publisher,
    live: (async (room, options = {}) => {
      const peer = await publisher(room, options.ssrc);
      return Object.assign(peer, { show: broadcast(peer, options) });
    }) satisfies MediaRig["live"],
    async viewer(room: string, tag = "fan:1|public"): Promise<LivekitViewer> {
      await until(() => media.rooms().get(room)?.publisherSessionId, "the publisher");
      const viewer = await watchByLivekit(`${origin}/livekit/${room}`, encodeURIComponent(tag));
      open.push(viewer);
      return viewer;
    },
    lock(shut: (tag: string) => boolean) {
      isShut = shut;
    },
    async stop() {
      for (const each of open) each.close();
      proxy.stop();
      await media.stop();
      await http.close();
      await server.kill();
    },
  };
}
