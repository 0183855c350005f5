import type { FastifyInstance } from "fastify";
import type { LookFile } from "./look.ts";

const yearSeconds = 365 * 24 * 3600;
const hourSeconds = 3600;

/** A picture is a picture: who opens its address by itself gets a document that runs nothing and loads nothing. */
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/** Serves the files of a site's look: those with a hash in their address for ever, the others for an hour. */
export function lookRoutes(app: FastifyInstance, files: readonly LookFile[]): void {
  for (const { path, type, bytes, etag, isForEver } of files)
    app.get(path, (request, reply) => {
      reply.headers({
        etag,
        "cache-control": isForEver
          ? `public, max-age=${yearSeconds}, immutable`
          : `public, max-age=${hourSeconds}`,
        ...(type.startsWith("image/") ? { "content-security-policy": picturePolicy } : {}),
      });
      if (request.headers["if-none-match"] === etag) return reply.code(304).send();
      return reply.type(type).send(bytes);
    });
}
