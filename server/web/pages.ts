import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PageRequest } from "#web/render/prepare-request.ts";

/** Renders one request to a web-standard response. */
export type PageHandler = (page: PageRequest) => Promise<Response>;

/** What the bundle of `web/entry.server.tsx` offers; the two graphs share no classes, only this shape. */
export type ServerBundle = {
  entry: { module: { createPageHandler(build: unknown, mode: string): PageHandler } };
};

/** Loads the renderer out of a finished build. */
export async function loadBuiltPages(buildDir: string): Promise<PageHandler> {
  const bundle = (await import(pathToFileURL(join(buildDir, "server", "index.js")).href)) as ServerBundle;
  return bundle.entry.module.createPageHandler(bundle, "production");
}
