import { join } from "node:path";
import { pathToFileURL } from "node:url";
import middie from "@fastify/middie";
import type { FastifyInstance } from "fastify";
import type { PageAnswer, PageRequest } from "#web/render/prepare-request.ts";

/** Answers one request for a page. */
export type PageHandler = (page: PageRequest) => Promise<PageAnswer>;

/** The shape of the bundle of `web/entry.server.tsx`; the two graphs share no classes, only this. */
export type ServerBundle = {
  entry: { module: { createPageHandler(build: unknown, mode: string): PageHandler } };
};

/** Loads the renderer out of a finished build. */
export async function loadBuiltPages(buildDir: string): Promise<PageHandler> {
  const bundle = (await import(pathToFileURL(join(buildDir, "server", "index.js")).href)) as ServerBundle;
  return bundle.entry.module.createPageHandler(bundle, "production");
}

/**
 * Mounts Vite in `app` for developing: sources are served and replaced as they change. Pass the handler to
 * `serveWeb` as `developmentPages`.
 */
export async function mountDevelopmentPages(app: FastifyInstance, rootDir: string): Promise<PageHandler> {
  const { createServer } = await import("vite");
  const vite = await createServer({
    root: rootDir,
    appType: "custom",
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  await app.register(middie);
  app.use(vite.middlewares);
  app.addHook("onClose", () => vite.close());
  return async (page) => {
    const bundle = (await vite.ssrLoadModule("virtual:react-router/server-build")) as ServerBundle;
    return bundle.entry.module.createPageHandler(bundle, "development")(page);
  };
}
