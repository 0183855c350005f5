import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { PageAnswer, PageRequest } from "#web/render/prepare-request.ts";

/** Answers one request for a page. */
export type PageHandler = (page: PageRequest) => Promise<PageAnswer>;

/** What the bundle of `web/entry.server.tsx` offers; the two graphs share no classes, only this shape. */
export type ServerBundle = {
  entry: { module: { createPageHandler(build: unknown, mode: string): PageHandler } };
};

/** Loads the renderer out of a finished build. */
export async function loadBuiltPages(buildDir: string): Promise<PageHandler> {
  const bundle = (await import(pathToFileURL(join(buildDir, "server", "index.js")).href)) as ServerBundle;
  return bundle.entry.module.createPageHandler(bundle, "production");
}
