import middie from "@fastify/middie";
import type { FastifyInstance } from "fastify";
import type { PageHandler, ServerBundle } from "./pages.ts";

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
