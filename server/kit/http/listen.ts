import { once } from "node:events";
import { createServer, type Server } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Node takes one new connection of a listening socket in each turn of its event loop (libuv's pull request 3696), so
 * that under load callers would wait in the kernel's queue, where nobody can refuse them. The kernel spreads new
 * connections over several sockets of one port, and one of each is taken in a turn.
 */
const socketsMax = 16;

export type Listening = {
  address: string;
  /** Takes no more connections; resolves when those of the further sockets have ended. Close the server itself too. */
  close(): Promise<void>;
};

/**
 * Lets a server listen on a port, 0 for any free one. Where the system cannot share a port among sockets (Linux and
 * some BSDs can), there is one.
 */
export async function listenWide(
  app: FastifyInstance,
  { port, host }: { port: number; host: string },
): Promise<Listening> {
  const shared = { port, host, reusePort: true };
  const address = await app.listen(shared).catch(() => app.listen({ port, host }));
  const bound = app.server.address();
  const further: Server[] = [];
  while (further.length < socketsMax - 1 && bound !== null && typeof bound === "object") {
    const socket = await listenBeside(app, { port: bound.port, host });
    if (!socket) break;
    further.push(socket);
  }
  return {
    address,
    async close() {
      await Promise.all(further.map((socket) => new Promise((resolve) => socket.close(resolve))));
    },
  };
}

/** One further socket that hands its connections to the server; null when the system does not share ports. */
async function listenBeside(
  app: FastifyInstance,
  { port, host }: { port: number; host: string },
): Promise<Server | null> {
  // Node's HTTP server sets the same options for its own connections.
  const socket = createServer({ allowHalfOpen: true, noDelay: true }, (connection) =>
    app.server.emit("connection", connection),
  );
  try {
    socket.listen({ port, host, reusePort: true });
    await once(socket, "listening");
    return socket;
  } catch {
    return null;
  }
}
