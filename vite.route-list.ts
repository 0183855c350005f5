import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

type Route = { id: string; css?: readonly string[] } & Record<string, unknown>;
type Manifest = { entry: object; routes: Record<string, Route> } & Record<string, unknown>;

/** Says of a route what only the server and the router's prefetching read; prefetching is left out of the build. */
const UNREAD = ["imports", "hasDefaultExport"];
const BEGIN = "window.__reactRouterManifest=";

/**
 * Shortens the list of routes that every page loads to what the router reads of it in a browser: 1.4 KB less. The
 * server has its own list, with the files that belong to each route. Throws when the build left no list.
 */
export async function shortenRouteList(clientDir: string): Promise<void> {
  const assets = join(clientDir, "assets");
  const name = (await readdir(assets)).find((file) => /^manifest-\w+\.js$/.test(file));
  if (name === undefined) throw new Error("the build has no list of routes");
  const text = await readFile(join(assets, name), "utf8");
  if (!text.startsWith(BEGIN)) throw new Error(`${name} does not begin with ${BEGIN}`);
  const manifest = JSON.parse(text.slice(BEGIN.length).replace(/;$/, "")) as Manifest;
  await writeFile(join(assets, name), `${BEGIN}${JSON.stringify(shortened(manifest))};`);
}

/** The same list without what is false, unread, or said of the root already. */
export function shortened(manifest: Manifest): Manifest {
  const everywhere = manifest.routes.root?.css ?? [];
  const short = (route: Route): Route => ({
    ...(Object.fromEntries(
      Object.entries(route).filter(([key, value]) => value !== false && !UNREAD.includes(key)),
    ) as Route),
    css: route.id === "root" ? route.css : own(route.css ?? [], everywhere),
  });
  const routes = Object.entries(manifest.routes).map(([id, route]) => [id, short(route)]);
  return { ...manifest, entry: { ...manifest.entry, imports: [] }, routes: Object.fromEntries(routes) };
}

function own(css: readonly string[], everywhere: readonly string[]): readonly string[] | undefined {
  const rest = css.filter((file) => !everywhere.includes(file));
  return rest.length === 0 ? undefined : rest;
}
