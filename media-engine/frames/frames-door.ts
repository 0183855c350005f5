import { randomUUID } from "node:crypto";
import { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { framesCloseCode, type FramesRefusal } from "#contract/media-frames.ts";
import type { FramesHello, FramesUpgrade } from "#engine/ipc/protocol.ts";
import { limits } from "#engine/limits.ts";
import { FramesConnection } from "./frames-connection.ts";

/** A page's connection that somebody has let in, and who hears it from then on. */
export type LetIn = { wire: FramesConnection; hear(part: Part): void };

/** An answer: a node that passed the request on would try a connection again that is cut off. */
const tooMany = "HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

type Part = { onText: (text: string) => void; onFree: () => void; onClosed: () => void };
type Waiting = { wire: FramesConnection; address: string; hello: string | null; part: Part | null };

/**
 * Where pages connect for frames: finishes the handshake of a WebSocket, passes the page's first message on, and keeps the
 * connection until it is let in or refused. Until then it costs next to nothing, for a few seconds, of a few connections of
 * each address.
 */
export class FramesDoor {
  readonly #onHello: (hello: FramesHello) => void;
  readonly #waiting = new Map<string, Waiting>();
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    autoPong: false,
    maxPayload: limits.framesUpBytes,
  });

  constructor(onHello: (hello: FramesHello) => void) {
    this.#onHello = onHello;
  }

  /** Takes an upgrade request up whose connection the application has passed on. */
  take(stream: Socket, asked: FramesUpgrade, head: Buffer): void {
    stream.on("error", () => stream.destroy());
    stream.setNoDelay(true);
    // Node's HTTP ends connections that are silent; this one may be.
    stream.setTimeout(0);
    if (!this.#mayWait(asked.address)) return void stream.end(tooMany, () => stream.destroy());
    this.#makeRoom();
    const request = new IncomingMessage(stream);
    request.method = "GET";
    request.headers = asked.headers;
    this.#server.handleUpgrade(request, stream, head, (socket) => this.#welcome(socket, stream, asked));
  }

  /** Lets a page in; null when its connection has ended. */
  letIn(connection: string): LetIn | null {
    const waiting = this.#waiting.get(connection);
    if (!waiting?.wire.isOpen) return null;
    this.#waiting.delete(connection);
    return { wire: waiting.wire, hear: (part) => void (waiting.part = part) };
  }

  /** Refuses a page that still waits. It counts until its connection has ended, which the page may put off for a while. */
  refuse(connection: string, refusal: FramesRefusal): void {
    const waiting = this.#waiting.get(connection);
    waiting?.wire.refuse(framesCloseCode(refusal), refusal);
  }

  #welcome(socket: WebSocket, stream: Socket, { slug, address }: FramesUpgrade): void {
    const connection = randomUUID();
    const late = setTimeout(() => this.refuse(connection, "too_late"), limits.framesAdmitMs);
    const wire = new FramesConnection(socket, stream, {
      onText: (text) => {
        if (waiting.part) return waiting.part.onText(text);
        // A page may report early, but before the answer it has shown nothing yet.
        if (waiting.hello !== null) return;
        waiting.hello = text;
        this.#onHello({ connection, slug, address, text });
      },
      onFree: () => waiting.part?.onFree(),
      onClosed: () => {
        clearTimeout(late);
        this.#waiting.delete(connection);
        waiting.part?.onClosed();
      },
    });
    const waiting: Waiting = { wire, address, hello: null, part: null };
    this.#waiting.set(connection, waiting);
  }

  #mayWait(address: string): boolean {
    const ofAddress = [...this.#waiting.values()].filter((waiting) => waiting.address === address);
    return ofAddress.length < limits.framesWaitingPerAddress;
  }

  /** The oldest goes: a page speaks at once, and strangers with many addresses only wait. */
  #makeRoom(): void {
    if (this.#waiting.size < limits.framesWaiting) return;
    const [oldest] = this.#waiting.values();
    oldest?.wire.close();
  }
}
