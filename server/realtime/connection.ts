import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { ServerMessage, Topic } from "#contract/realtime.ts";
import type { Clock } from "#server/kit/clock.ts";
import { batchFrame, messageText } from "./frames.ts";
import type { RealtimeLimits } from "./limits.ts";

/** One client's socket, with what the hub knows about it. */
export type Connection = {
  readonly subject: Subject;
  /** The key of all sockets of one user; each socket of a guest has its own. */
  readonly subjectKey: string;
  /** Topics joined or being joined, each with its attempt; leaving or a disconnect removes it. */
  readonly wanted: Map<Topic, object>;
  /** Topics of which events were skipped because the client reads too slowly. */
  readonly missed: Set<Topic>;
  /** Cleared at each heartbeat, set by any sign of life. */
  alive: boolean;
  isOpen(): boolean;
  /** Bytes written but not sent yet. */
  unsentBytes(): number;
  /** Writes a finished frame; a client that is far behind is disconnected instead. */
  write(frame: Buffer): void;
  send(...messages: ServerMessage[]): void;
  /** Closes with a WebSocket close code, and terminates the socket if the client does not answer. */
  close(code: number, reason: string): void;
  terminate(): void;
};

type Needs = { socket: WebSocket; wire: Duplex; subject: Subject; clock: Clock; limits: RealtimeLimits };

let guests = 0;

/**
 * Wraps an opened WebSocket. `wire` is the stream under it: finished frames are written there directly, which is
 * safe because compression is off and `ws` itself only ever writes whole frames.
 */
export function createConnection({ socket, wire, subject, clock, limits }: Needs): Connection {
  if (subject.userId === null) guests += 1;
  const connection: Connection = {
    subject,
    subjectKey: subject.userId === null ? `guest ${guests}` : `person ${subject.userId}`,
    wanted: new Map(),
    missed: new Set(),
    alive: true,
    isOpen: () => socket.readyState === socket.OPEN,
    unsentBytes: () => wire.writableLength,
    write(frame) {
      if (!connection.isOpen()) return;
      if (wire.writableLength > limits.hardBufferBytesMax) socket.terminate();
      else wire.write(frame);
    },
    send(...messages) {
      connection.write(batchFrame(messages.map(messageText)));
    },
    close(code, reason) {
      socket.close(code, reason);
      const cancel = clock.after(limits.closeMs, () => socket.terminate());
      socket.once("close", cancel);
    },
    terminate: () => socket.terminate(),
  };
  return connection;
}

/** The user behind a socket with their session, or a guest. */
export type Subject =
  | {
      userId: number;
      role: "fan" | "model" | "admin";
      /** The session's token id (`jti`); revoking it disconnects the socket. */
      tokenId: string;
      /** When the session expires, milliseconds since 1970; the socket ends with it. */
      expiresAtMs?: number;
    }
  | { userId: null };

/** Called when a user types in a chat; it decides whether they may write there. */
export type Typing = (subject: Subject & { userId: number }, chatId: number) => Promise<void> | void;
