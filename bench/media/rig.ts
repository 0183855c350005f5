import Fastify from "fastify";
import { memoryLimits } from "#server/kit/http/limits.ts";
import { openFrames } from "#server/media/frames-routes.ts";
import { type MediaEngine, startMediaEngine } from "#server/media/media.ts";
import { whipRoutes } from "#server/media/whip/whip-routes.ts";

/** The media part of the product alone: engine, WHIP, WHEP and frames on a bare HTTP server, open to everybody. */
export type MediaRig = {
  origin: string;
  media: MediaEngine;
  stop(): Promise<void>;
};

/** Starts a rig on free ports of the loopback interface, whose engine has so many processes. */
export async function startMediaRig(workers = 1): Promise<MediaRig> {
  const quiet = { info() {}, warn() {}, error: console.error };
  const media = await startMediaEngine({
    workers,
    udpPort: 0,
    tcp: "own",
    bindAddress: "127.0.0.1",
    log: quiet,
  });
  const app = Fastify();
  const authorizePlay = async (slug: string) => ({ ok: true, room: slug, tag: "bench" }) as const;
  app.register(
    whipRoutes({
      media,
      authorizePublish: async (slug) => ({ ok: true, room: slug }),
      authorizePlay,
    }),
  );
  const frames = openFrames({
    media,
    authorizePlay,
    addressOf: ({ socket }) => socket.remoteAddress ?? "",
    limits: memoryLimits(),
    log: quiet,
  });
  frames.attach(app.server);
  app.get("/", (_request, reply) => reply.type("text/html").send("<!doctype html><title>bench</title>"));
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    origin,
    media,
    async stop() {
      frames.stop();
      await app.close();
      await media.stop();
    },
  };
}
