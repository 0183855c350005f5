import type { FastifyPluginCallback, FastifyRequest } from "fastify";
import { WebhookReceiver } from "livekit-server-sdk";
import type { LivekitMedia } from "./livekit-media.ts";

const bodyBytesMax = 256 * 1024;

type SignallingProxy = { statusOf(slug: string, bearer: string | null): Promise<number> };
type RefusedRequest = FastifyRequest<{ Params: { slug: string }; Querystring: { access_token?: unknown } }>;

/**
 * `GET /livekit/:slug/rtc/validate`: a browser does not learn why its socket was refused, so LiveKit's client asks
 * again here. `POST /livekit/webhook`: LiveKit reports that something has happened in a room. The event itself is
 * asked of LiveKit, so that a call that is late, repeated or lost does no harm; one that is not signed with our key
 * is refused with 401.
 */
export function livekitRoutes(
  { keys, refresh }: Pick<LivekitMedia, "keys" | "refresh">,
  proxy: SignallingProxy,
): FastifyPluginCallback {
  const receiver = new WebhookReceiver(keys.apiKey, keys.apiSecret);
  return (app, _options, done) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "string" }, async (_request: unknown, body: string | Buffer) =>
      body.toString(),
    );
    app.post("/livekit/webhook", { bodyLimit: bodyBytesMax }, async (request, reply) => {
      const body = typeof request.body === "string" ? request.body : "";
      const event = await receiver.receive(body, request.headers.authorization).catch(() => null);
      if (!event)
        return reply.code(401).send({ code: "unauthorized", message: "This is not from our LiveKit." });
      if (event.room) void refresh(event.room.name);
      return reply.code(200).send();
    });
    for (const url of ["/livekit/:slug/rtc/validate", "/livekit/:slug/rtc/v1/validate"])
      app.get(url, async (request: RefusedRequest, reply) => {
        const { access_token: bearer } = request.query;
        const status = await proxy.statusOf(request.params.slug, typeof bearer === "string" ? bearer : null);
        return reply
          .code(status)
          .type("text/plain")
          .send(status === 200 ? "success" : "refused");
      });
    done();
  };
}
