import type { IncomingMessage, ServerOptions } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { createOccupancy } from "#server/kit/occupancy.ts";
import { addressBlock } from "./limits.ts";

/** How long the head of a request may take to arrive, from the moment the connection is open or free. */
export const headersSecondsMax = 15;
const checkEveryMs = 500;

/** The limits on slow clients that Node's own server enforces: it answers 408 and hangs up. */
export function slowClientOptions(headersSeconds = headersSecondsMax): ServerOptions {
  return {
    // Looked at every half a second: what is late by then is cut off before the limit has passed.
    headersTimeout: headersSeconds * 1000 - checkEveryMs,
    connectionsCheckingInterval: checkEveryMs,
  };
}

const longBody = { seconds: 6 * 3600, silenceSeconds: 60 };

/** Ends the connection of a client that lets a body drip in. Node's own limit does not distinguish an upload from a form. */
export function limitBodyTime(bodySeconds: number) {
  return async ({ raw, routeOptions }: FastifyRequest) => {
    if (!("content-length" in raw.headers || "transfer-encoding" in raw.headers)) return;
    // A call from within this process comes whole and by no connection: it never closes, and there is none to end.
    if (!(raw.socket instanceof Socket)) return;
    const long = routeOptions.config?.bodyMayTakeLong === true;
    if (long) raw.socket.setTimeout(longBody.silenceSeconds * 1000);
    const timer = setTimeout(
      // After the sockets have been read: when this process was late, the body may have arrived long ago.
      () => setImmediate(() => hangUpUnlessComplete(raw)),
      (long ? longBody.seconds : bodySeconds) * 1000,
    ).unref();
    raw.once("close", () => clearTimeout(timer));
  };
}

function hangUpUnlessComplete(raw: IncomingMessage): void {
  if (!raw.complete) raw.socket.destroy();
}

export type ConnectionBound = {
  /** Connections, or behind proxies requests under way, that one address block may have at once. */
  max: number;
  trustProxy: number;
  /** Answers a request beyond the bound. */
  refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply;
};

const tooManyConnections =
  "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 5\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/**
 * Bounds what one address holds at once. Without a proxy that is its TCP connections, event sockets among them: one too
 * many gets 429 and is closed before anything of it is read. Behind proxies every connection is theirs, so the requests
 * under way are counted instead, by the address that the outermost proxy saw.
 */
export function boundConnections(app: FastifyInstance, { max, trustProxy, refuse }: ConnectionBound): void {
  const connections = createOccupancy({ perKeyMax: max });
  const enter = (address: string) => connections.enter(addressBlock(address));
  if (trustProxy === 0) {
    app.server.on("connection", (socket: Socket) => {
      const leave = enter(socket.remoteAddress ?? "unknown");
      if (leave) socket.once("close", leave);
      else socket.end(tooManyConnections, () => socket.destroy());
    });
    return;
  }
  app.addHook("onRequest", async (request, reply) => {
    if (isInProcess(request)) return;
    const leave = enter(request.ip);
    if (!leave) return refuse(request, reply);
    reply.raw.once("close", leave);
  });
}

/** How long an orderly end waits, ms: for a first request of a connection, and for the answers to requests under way. */
export type Patience = { unusedMs: number; answersMs: number };

const patience: Patience = { unusedMs: 500, answersMs: 4_000 };

/**
 * Bounds how long an orderly end takes. Node's own waits for every connection but those between two requests: for those
 * that browsers open ahead of any, for a client that lets its request drip in, and for a download by a slow line.
 */
export function boundClosing(app: FastifyInstance, { unusedMs, answersMs }: Patience = patience): void {
  const unused = new Set<Duplex>();
  app.server.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  app.server.on("request", ({ socket }: IncomingMessage) => unused.delete(socket));
  app.server.on("upgrade", (_request: IncomingMessage, socket: Duplex) => unused.delete(socket));
  app.addHook("preClose", async () => {
    const cutUnused = () => {
      for (const socket of unused) socket.destroy();
    };
    // Not ended with the server: connections of the further sockets outlast it, see listen.ts.
    setTimeout(cutUnused, unusedMs).unref();
    setTimeout(() => app.server.closeAllConnections(), answersMs).unref();
  });
}

/** A call that a page makes of the API while it is rendered, by Fastify's `inject`: it belongs to the request for the page. */
export function isInProcess({ raw }: FastifyRequest): boolean {
  return !(raw.socket instanceof Socket);
}
