import type { IncomingMessage, Server } from "node:http";
import { refuseUpgrade, type UpgradeHandler } from "#server/kit/nodes/node-server.ts";

type Route = { serves(path: string): boolean; handle: UpgradeHandler };

/**
 * Whether a request asks for a WebSocket. Any other offer to upgrade, as of HTTP/2 by Java's client and `curl --http2`, may
 * be ignored and the request answered as it is (RFC 9110, section 7.8).
 */
export const asksForSocket = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === "websocket";

const routesOf = new WeakMap<Server, Set<Route>>();

/**
 * Answers the upgrade requests of a server: those of a path that somebody serves by {@link serveUpgrades} are theirs,
 * any other gets 404 and is hung up on. Node leaves the socket of an upgrade request to its listeners, with nobody who
 * hears its errors: without a listener the first reset ends the process. Answers the server's routes.
 */
export function answerUpgrades(server: Server): Set<Route> {
  const known = routesOf.get(server);
  if (known) return known;
  const routes = new Set<Route>();
  routesOf.set(server, routes);
  server.on("upgrade", (request, wire, head) => {
    wire.on("error", () => wire.destroy());
    // Not parsed as a URL: what cannot be parsed as one is a path that nobody serves.
    const path = request.url?.split("?", 1)[0] ?? "";
    const route = [...routes].find(({ serves }) => serves(path));
    if (route) route.handle(request, wire, head);
    else refuseUpgrade(wire, 404);
  });
  return routes;
}

/** Lets `handle` answer a server's upgrade requests whose path, without its query, it `serves`; returns how to stop that. */
export function serveUpgrades(
  server: Server,
  serves: (path: string) => boolean,
  handle: UpgradeHandler,
): () => void {
  const routes = answerUpgrades(server);
  const route = { serves, handle };
  routes.add(route);
  return () => void routes.delete(route);
}
