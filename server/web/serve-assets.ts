import { readdir } from "node:fs/promises";
import { join } from "node:path";
import staticFiles from "@fastify/static";
import type { FastifyInstance } from "fastify";

const YEAR_MS = 365 * 24 * 3600 * 1000;
const HOUR_MS = 3600 * 1000;

/** Stands in for the service worker where it is switched off: it forgets everything and removes itself. */
const noServiceWorker = `
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
})()));
`;

/**
 * Serves the built files, compressed beforehand: hashed ones under `/assets/` for ever, the few with fixed names
 * (icons, manifest) for an hour. The service worker is asked for anew each time.
 */
export async function serveAssets(
  app: FastifyInstance,
  { buildDir, serviceWorker }: { buildDir: string; serviceWorker: boolean },
): Promise<void> {
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
    if (
      !entry.isFile() ||
      entry.name === "sw.js" ||
      /\.(br|gz)$/.test(entry.name) ||
      entry.name.startsWith(".")
    )
      continue;
    app.get(`/${entry.name}`, (_request, reply) =>
      reply.sendFile(entry.name, clientDir, { maxAge: HOUR_MS, immutable: false }),
    );
  }
  app.get("/sw.js", (_request, reply) => {
    reply.header("cache-control", "no-cache");
    if (serviceWorker) return reply.sendFile("sw.js", clientDir, { cacheControl: false });
    return reply.type("text/javascript; charset=utf-8").send(noServiceWorker);
  });
}
