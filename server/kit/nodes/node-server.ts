import { createHash, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { Logger } from "#server/kit/log.ts";

/** Calls that the owner of the media carries out for any node. Arguments are JSON; each may be made again. */
export type Calls = Readonly<Record<string, (...args: never[]) => Promise<void>>>;

/** Headers between nodes: the secret by which they know each other, and the address of the original caller. */
export const nodeHeaders = {
  secret: "x-node-secret",
  address: "x-node-client",
  call: "x-node-call",
} as const;

/**
 * "Misdirected request": this node does not own the media, or does not know by what others are known, as who asks is to read
 * again. Nothing was done. The door has no other refusal of its own: a 401 is the application's, and final for a browser.
 */
export const notOwnerStatus = 421;

const callBytesMax = 64 * 1024;
/** A request that is not answered so long after this node began to stop is cut off, as it is for browsers. */
const answersMs = 4_000;

export type NodeServer = {
  /** Host and port that other nodes reach it by. */
  address: string;
  /** Begins to answer: requests of people by `serve`, their sockets by `upgrade`, and calls. */
  open(part: {
    secret(): string | null;
    isReady(): Promise<boolean>;
    serve(request: IncomingMessage, response: ServerResponse): void;
    upgrade: UpgradeHandler;
    calls: Calls;
  }): void;
  /** Takes no more, ends the sockets, and resolves when what is under way is answered, or after 4 s. */
  close(): Promise<void>;
};

/** Answers a request that asks for a socket on `wire`; `head` came on it already. */
export type UpgradeHandler = (request: IncomingMessage, wire: Duplex, head: Buffer) => void;

const passedOn = new WeakSet<IncomingMessage>();

/** Has another node passed this request on? It has counted and admitted it. */
export const isPassedOn = (request: IncomingMessage) => passedOn.has(request);

/**
 * Listens for the other nodes, at an address that nobody else should reach. Only who knows the secret of the installation is
 * answered anything. Rejects with EADDRINUSE or EACCES, whose `setting` is NODE_PORT, when the port cannot be had.
 */
export async function openNodeServer(
  { host, port }: { host: string; port: number },
  log: Pick<Logger, "error">,
): Promise<NodeServer> {
  let part: Parameters<NodeServer["open"]>[0] | null = null;
  const server = createServer((request, response) => {
    answer(request, response).catch((err) => {
      log.error({ err }, "a call of another node failed");
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });

  const sockets = new Set<Duplex>();
  let isClosing = false;

  /** The part of this node that may answer; null where this node is not to be asked, or not by this caller. */
  async function admit(request: IncomingMessage): Promise<typeof part> {
    const secret = part?.secret() ?? null;
    if (secret === null || !sameText(headerOf(request, nodeHeaders.secret), secret)) return null;
    return (await part?.isReady()) ? part : null;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const admitted = await admit(request);
    if (!admitted) return end(response, notOwnerStatus);
    const call = headerOf(request, nodeHeaders.call);
    if (call) return carryOut(admitted.calls, call, request, response);
    asItCame(request);
    admitted.serve(request, response);
  }

  server.on("upgrade", (request: IncomingMessage, wire: Duplex, head: Buffer) => {
    sockets.add(wire);
    wire.on("error", () => wire.destroy());
    wire.once("close", () => sockets.delete(wire));
    admit(request).then(
      (admitted) => {
        // The connection is older than the stop: the node that asks waits for the next owner.
        if (isClosing || !admitted) return refuseUpgrade(wire, notOwnerStatus);
        asItCame(request);
        admitted.upgrade(request, wire, head);
      },
      () => refuseUpgrade(wire, 503),
    );
  });

  server.listen({ host, port });
  await once(server, "listening").catch((error: unknown) => {
    throw Object.assign(error as Error, { setting: "NODE_PORT" });
  });
  const bound = server.address() as AddressInfo;
  return {
    address: `${host.includes(":") ? `[${host}]` : host}:${bound.port}`,
    open(given) {
      part = given;
    },
    async close() {
      isClosing = true;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      for (const wire of sockets) wire.destroy();
      // Node's own end waits for every answer, and a minute and more for a connection on which nothing came.
      const cut = setTimeout(() => server.closeAllConnections(), answersMs);
      await closed;
      clearTimeout(cut);
    },
  };
}

/** Makes a request of another node the one that came to it. */
function asItCame(request: IncomingMessage): void {
  const address = headerOf(request, nodeHeaders.address);
  for (const name of Object.values(nodeHeaders)) delete request.headers[name];
  // Limits and logs are to see whose request it is. A connection between nodes carries one request.
  Object.defineProperty(request.socket, "remoteAddress", { value: address, configurable: true });
  passedOn.add(request);
}

/** Answers a request for a socket with a status in place of one. */
export function refuseUpgrade(wire: Duplex, status: number): void {
  const text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}`;
  wire.end(`${text}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => wire.destroy());
}

async function carryOut(
  calls: Calls,
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const call = Object.hasOwn(calls, name) ? calls[name] : undefined;
  if (!call) return end(response, 404);
  const body = await bytesOf(request, callBytesMax);
  if (!body) return end(response, 413);
  await call(...(JSON.parse(body.toString()) as never[]));
  end(response, 204);
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status, { connection: "close" }).end();
}

/** The body of a request; null when it is longer than `max` bytes. */
export async function bytesOf(request: IncomingMessage, max: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer | string>) {
    const bytes = Buffer.from(chunk as Buffer);
    length += bytes.length;
    if (length > max) return null;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function headerOf({ headers }: IncomingMessage, name: string): string {
  const value = headers[name];
  return typeof value === "string" ? value : "";
}

/** Constant-time comparison. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
