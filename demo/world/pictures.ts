import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { art, artAddress, giftAddress } from "../art.ts";
import { giftSvg, gifts } from "../gifts.ts";

/** Serves the pictures of the demo world. */
export async function servePictures(http: FastifyInstance): Promise<void> {
  await http.register(fastifyStatic, {
    root: art.stills,
    prefix: `${artAddress}/`,
    allowedPath: (path) => path.endsWith(".webp"),
    index: false,
    immutable: true,
    maxAge: "365d",
    decorateReply: false,
  });
  for (const { key } of gifts) {
    const svg = giftSvg(key);
    http.get(giftAddress(key), (_request, reply) =>
      reply.type("image/svg+xml").header("cache-control", "public, max-age=31536000, immutable").send(svg),
    );
  }
}
