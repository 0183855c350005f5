import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { ServerMessage, Topic } from "#contract/realtime.ts";
import type { Clock } from "#server/kit/clock.ts";
import { batchFrame, messageText } from "./frames.ts";
import type { RealtimeLimits } from "./limits.ts";
import type { Subject } from "./subject.ts";

/** One page's socket, with what the hub knows about it. */
export type Connection = {
  readonly subject: Subject;
  /** The same for all sockets of one person; a guest is a person per socket. */
  readonly subjectKey: string;
  /** Topics joined or asked for, each with the attempt that asked; leaving or a cut removes it. */
  readonly wanted: Map<Topic, object>;
  /** Topics of which events were skipped because the page reads too slowly. */
  readonly missed: Set<Topic>;
  /** Cleared at each heartbeat, set by any sign of life. */
  alive: boolean;
  isOpen(): boolean;
  /** Bytes written that the network has not taken yet. */
  unsentBytes(): number;
  /** Writes a finished frame; a page that is far behind is disconnected instead. */
  write(frame: Buffer): void;
  send(...messages: ServerMessage[]): void;
  /** Says goodbye with a WebSocket close code, and hangs up if the page does not answer. */
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
