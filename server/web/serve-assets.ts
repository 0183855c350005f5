import { readdir } from "node:fs/promises";
import { join } from "node:path";
import staticFiles from "@fastify/static";
import type { FastifyInstance } from "fastify";

const YEAR_MS = 365 * 24 * 3600 * 1000;
const HOUR_MS = 3600 * 1000;

/**
 * Serves the built files, compressed beforehand: hashed ones under `/assets/` for ever, the few with fixed names
 * (icons, manifest) for an hour. The service worker has a route of its own.
 */
export async function serveAssets(app: FastifyInstance, buildDir: string): Promise<void> {
  const clientDir = join(buildDir, "client");
  await app.register(staticFiles, {
    root: join(clientDir, "assets"),
    prefix: "/assets/",
    maxAge: YEAR_MS,
    immutable: true,
    preCompressed: true,
    decorateReply: true,
    index: false,
  });
  for (const entry of await readdir(clientDir, { withFileTypes: true })) {
    if (!entry.isFile() || /^\.|^sw\.js$|\.(br|gz)$/.test(entry.name)) continue;
    app.get(`/${entry.name}`, (_request, reply) =>
      reply.sendFile(entry.name, clientDir, { maxAge: HOUR_MS, immutable: false }),
    );
  }
}
