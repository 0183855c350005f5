import { mkdir } from "node:fs/promises";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { giftSvg, gifts } from "../gifts.ts";
import { stillsFolder } from "../studio/folders.ts";
import { ART_VERSION } from "../studio/prepare-assets.ts";

const prefix = "/world";

/** Address of a drawn picture. It names the version of the art, so that it may be cached for ever. */
export const pictureAddress = (file: string): string => `${prefix}/v${ART_VERSION}/${file}`;

/** Address of a gift's picture. */
export const giftAddress = (key: string): string => `${prefix}/v${ART_VERSION}/gifts/${key}.svg`;

/** Serves the pictures of the demo world. */
export async function servePictures(http: FastifyInstance, assetsDir: string): Promise<void> {
  // The drawing fills the folder while the server is already up.
  await mkdir(stillsFolder(assetsDir), { recursive: true });
  await http.register(fastifyStatic, {
    root: stillsFolder(assetsDir),
    prefix: `${prefix}/v${ART_VERSION}/`,
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
