import { join } from "node:path";
import type { FastifyInstance } from "fastify";

/** Stands in for the service worker where there is to be none: it forgets everything that was kept and removes itself. */
export const NO_SERVICE_WORKER = `
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  indexedDB.deleteDatabase("workbox-expiration");
  await registration.unregister();
})()));
`;

/** A worker is held to the policy of its own file: it fetches from us, and loads no further script. */
const POLICY = "default-src 'none'; connect-src 'self'";

/**
 * `GET /sw.js`: the service worker of the build in `buildDir`, beside the files that `serveAssets` serves; without one
 * (null), what takes an earlier one back. Browsers ask for it at each visit.
 */
export function serviceWorkerRoute(app: FastifyInstance, buildDir: string | null): void {
  app.get("/sw.js", (_request, reply) => {
    reply.headers({ "cache-control": "no-cache", "content-security-policy": POLICY });
    if (buildDir !== null) return reply.sendFile("sw.js", join(buildDir, "client"), { cacheControl: false });
    return reply.type("text/javascript; charset=utf-8").send(NO_SERVICE_WORKER);
  });
}
