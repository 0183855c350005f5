import type { FastifyPluginAsync } from "fastify";
import type { Subscriptions } from "./subscriptions.ts";

const bodyMaxBytes = 64 * 1024;

/**
 * `POST /service/subscriptions/notice/{gateway}`: where gateways report memberships. The body is taken as it came.
 * Answers what the gateway wants to hear; an unknown gateway is not found.
 */
export function noticeRoutes(subscriptions: Subscriptions): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: bodyMaxBytes }, (_request, body, done) =>
      done(null, body),
    );
    app.post<{ Params: { gateway: string } }>(
      "/service/subscriptions/notice/:gateway",
      { bodyLimit: bodyMaxBytes },
      async (request, reply) => {
        reply.header("cache-control", "no-store");
        const { gateway } = request.params;
        if (!subscriptions.gatewayNames.includes(gateway)) return reply.status(404).send();
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const { ip: address, headers, url: path } = request;
        const answer = await subscriptions.handleNotice(gateway, { rawBody, headers, address, path });
        return reply.status(answer.status).type("text/plain; charset=utf-8").send(answer.body);
      },
    );
  };
}
