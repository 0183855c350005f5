import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { art, artAddress, giftAddress } from "../art.ts";
import { giftSvg, gifts } from "../gifts.ts";

/** Serves the pictures of the demo world, however late the process is: they are parts of pages that are open already. */
export async function servePictures(http: FastifyInstance): Promise<void> {
  await http.register(async (part) => {
    part.addHook("onRoute", (route) => {
      route.config = { ...route.config, priority: "always" };
    });
    await part.register(fastifyStatic, {
      root: art.stills,
      prefix: `${artAddress}/`,
      allowedPath: (path) => path.endsWith(".webp"),
      index: false,
      immutable: true,
      maxAge: "365d",
      decorateReply: false,
    });
  });
  for (const { key } of gifts) {
    const svg = giftSvg(key);
    http.get(giftAddress(key), { config: { priority: "always" } }, (_request, reply) =>
      reply.type("image/svg+xml").header("cache-control", "public, max-age=31536000, immutable").send(svg),
    );
  }
}
