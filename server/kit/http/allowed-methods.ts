import type { Server } from "node:http";
import type { FastifyInstance } from "fastify";
import { pathOf } from "./path-of.ts";

type Served = { method: string; path: RegExp };

/** By the server under an app, which all its scopes share. */
const routesOf = new WeakMap<Server, string[]>();
const compiled = new WeakMap<readonly string[], Served[]>();

/** Keeps the names of the routes that are mounted on a server from now on. */
export function rememberRoutes(app: FastifyInstance): void {
  const routes: string[] = [];
  routesOf.set(app.server, routes);
  app.addHook("onRoute", ({ method, url }) => {
    for (const name of [method].flat()) routes.push(`${name} ${url}`);
  });
}

/** Every route that a server has, as `METHOD /path`, in the order they were mounted. */
export function servedRoutes(app: FastifyInstance): readonly string[] {
  return routesOf.get(app.server) ?? [];
}

/**
 * The methods that a path is served by, for `Allow` (RFC 9110, section 10.2.1); none when there is nothing at the path.
 * Routes for every path (`/*`) are passed over: what they serve is up to them.
 */
export function allowedMethods(app: FastifyInstance, url: string): string[] {
  const routes = servedRoutes(app);
  const served = compiled.get(routes) ?? routes.map(compile);
  compiled.set(routes, served);
  const path = pathOf(url);
  return [...new Set(served.filter((route) => route.path.test(path)).map(({ method }) => method))].sort();
}

const everyPath = "/*";
const noPath = /(?!)/;

function compile(route: string): Served {
  const [method = "", url = ""] = route.split(" ");
  if (url === everyPath) return { method, path: noPath };
  const source = url
    .replace(/\/$/, "")
    .replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll(/:\w+/g, "[^/]+")
    .replaceAll("*", ".*");
  return { method, path: new RegExp(`^${source}/?$`) };
}
