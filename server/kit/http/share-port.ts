import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Takes a connection that speaks something else than HTTP; `head` is what has been read of it. */
export type TakeOther = (socket: Socket, head: Buffer) => void;

/**
 * The first byte of a media connection: the upper half of the length of its first packet (RFC 4571), a STUN request of less
 * than 2,048 bytes. A request of HTTP begins with a letter, or with the end of an empty line (RFC 9112, section 2.2).
 */
const isMedia = (first: number) => first < 8;

const ends = ["end", "close", "error"] as const;

/** A media client speaks at once; a connection that is silent until then is left to HTTP and its limits. */
const silentMsMax = 1_000;

/**
 * Lets connections for media come to the port of an HTTP server: those whose first byte says so go to `take`, all others to
 * the server as ever. To be called before the server listens.
 */
export function sharePort(server: Server, take: TakeOther): void {
  // Node's own, which the server's constructor has added: what reads requests from a connection.
  const [serve] = server.listeners("connection") as ((this: Server, socket: Socket) => void)[];
  if (!serve) throw new Error("this server reads no requests");
  server.off("connection", serve);
  server.on("connection", (socket: Socket) => {
    const decide = (head: Buffer | null) => {
      clearTimeout(silent);
      socket.off("readable", look);
      for (const end of ends) socket.off(end, leave);
      if (head && isMedia(head[0] ?? 0)) return take(socket, head);
      if (head) socket.unshift(head);
      serve.call(server, socket);
    };
    const look = () => {
      const head = socket.read() as Buffer | null;
      // The end of a connection is announced so as well, with nothing to read.
      if (head) decide(head);
    };
    const leave = () => {
      clearTimeout(silent);
      socket.destroy();
    };
    const silent = setTimeout(() => decide(null), silentMsMax);
    socket.on("readable", look);
    for (const end of ends) socket.on(end, leave);
  });
}
