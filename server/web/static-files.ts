import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import staticFiles from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { siteName } from "#contract/site-name.ts";
import type { Look } from "./look/look.ts";

const yearMs = 365 * 24 * 3600 * 1000;
const hourMs = 3600 * 1000;

/**
 * Serves the built files, compressed beforehand: hashed ones under `/assets/` for ever, the few with fixed names
 * (icons, manifest) for an hour, unless the site has its own in their place. The service worker has a route of its own.
 */
export async function serveAssets(
  app: FastifyInstance,
  buildDir: string,
  { files }: Pick<Look, "files">,
): Promise<void> {
  const clientDir = join(buildDir, "client");
  await app.register(staticFiles, {
    root: join(clientDir, "assets"),
    prefix: "/assets/",
    maxAge: yearMs,
    immutable: true,
    preCompressed: true,
    decorateReply: true,
    index: false,
  });
  for (const entry of await readdir(clientDir, { withFileTypes: true })) {
    if (!entry.isFile() || /^\.|^sw\.js$|\.(br|gz)$/.test(entry.name)) continue;
    if (files.some(({ path }) => path === `/${entry.name}`)) continue;
    if (entry.name === "manifest.webmanifest") {
      const manifest = named(await readFile(join(clientDir, entry.name), "utf8"));
      app.get(`/${entry.name}`, (_request, reply) =>
        reply
          .type("application/manifest+json")
          .header("cache-control", `public, max-age=${hourMs / 1000}`)
          .send(manifest),
      );
      continue;
    }
    app.get(`/${entry.name}`, (_request, reply) =>
      reply.sendFile(entry.name, clientDir, { maxAge: hourMs, immutable: false }),
    );
  }
}

/** The manifest of the installed app under the site's name. */
const named = (manifest: string): string =>
  JSON.stringify({ ...(JSON.parse(manifest) as object), name: siteName(), short_name: siteName() });

/** Replaces the service worker where it is switched off: deletes all caches and unregisters itself. */
export const noServiceWorker = `
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  indexedDB.deleteDatabase("workbox-expiration");
  await registration.unregister();
})()));
`;

/** A worker is held to the policy of its own file: it fetches from us, and loads no further script. */
const ownPolicy = "default-src 'none'; connect-src 'self'";

/**
 * `GET /sw.js`: the service worker of the build in `buildDir`, beside the files that `serveAssets` serves; without one
 * (null), one that removes an earlier one. Browsers ask for it at each visit.
 */
export function serviceWorkerRoute(app: FastifyInstance, buildDir: string | null): void {
  app.get("/sw.js", (_request, reply) => {
    reply.headers({ "cache-control": "no-cache", "content-security-policy": ownPolicy });
    if (buildDir !== null) return reply.sendFile("sw.js", join(buildDir, "client"), { cacheControl: false });
    return reply.type("text/javascript; charset=utf-8").send(noServiceWorker);
  });
}
