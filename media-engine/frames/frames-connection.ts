import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import { limits } from "#engine/limits.ts";
import type { FramesWire } from "./frames-viewer.ts";

type ConnectionEvents = {
  onText: (text: string) => void;
  /** The wire takes more. */
  onFree: () => void;
  /** The connection has ended, by whichever side. Called once. */
  onClosed: () => void;
};

const ping = Buffer.from([0x89, 0]);

/**
 * One page's WebSocket. Messages are written to the stream under it as they stand, which is safe because nothing is compressed
 * and `ws` itself writes whole frames only. A page that says too much, or anything but text, is disconnected.
 */
export class FramesConnection implements FramesWire {
  readonly #socket: WebSocket;
  readonly #stream: Socket;
  readonly #events: ConnectionEvents;
  #isClosed = false;
  #budget: number = limits.framesUpPerSecond * 2;
  #budgetAtMs = performance.now();

  constructor(socket: WebSocket, stream: Socket, events: ConnectionEvents) {
    this.#socket = socket;
    this.#stream = stream;
    this.#events = events;
    // After each of its errors `ws` closes the socket; all of them are caused by the page.
    socket.on("error", () => this.close());
    socket.on("close", () => this.#closed());
    stream.on("close", () => this.#closed());
    socket.on("message", (data, isBinary) => {
      if (this.#isClosed) return;
      if (isBinary || !this.#mayCome()) this.close();
      else events.onText(String(data));
    });
    // Answered by ourselves, and only while nothing waits: a page that asks without reading would fill our memory.
    socket.on("ping", (data) => {
      if (!this.#mayCome()) this.close();
      else if (this.isFree()) socket.pong(data);
    });
    socket.on("pong", () => void (this.#mayCome() || this.close()));
  }

  get isOpen(): boolean {
    return !this.#isClosed && this.#socket.readyState === this.#socket.OPEN;
  }

  isFree(): boolean {
    return this.#stream.writableLength === 0;
  }

  write(message: Buffer): void {
    if (this.isOpen) this.#stream.write(message, this.#written);
  }

  ping(): void {
    this.write(ping);
  }

  /** Ends it by a reset: what the system holds for a slow reader is thrown away. */
  close(): void {
    if (this.#isClosed) return;
    this.#stream.resetAndDestroy();
    this.#socket.terminate();
    this.#closed();
  }

  /** Ends it with a word for the page. */
  refuse(code: number, reason: string): void {
    if (this.#isClosed) return;
    this.#socket.close(code, reason);
    setTimeout(() => this.close(), limits.framesAdmitMs).unref();
  }

  readonly #written = (): void => {
    if (!this.#isClosed && this.isFree()) this.#events.onFree();
  };

  #closed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#events.onClosed();
  }

  #mayCome(): boolean {
    const nowMs = performance.now();
    const regained = ((nowMs - this.#budgetAtMs) / 1000) * limits.framesUpPerSecond;
    this.#budget = Math.min(limits.framesUpPerSecond * 2, this.#budget + regained) - 1;
    this.#budgetAtMs = nowMs;
    return this.#budget >= 0;
  }
}
