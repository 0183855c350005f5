import type { Transport } from "#engine/transport.ts";

/** One client's connection to a room, from the moment its offer is taken up until it ends. */
export class Session {
  readonly id: string;
  readonly role: "publisher" | "viewer";
  /** The parent's opaque mark for a viewer; empty for a publisher. */
  readonly tag: string;
  readonly createdAtMs: number;
  isEnded = false;
  #transport: Transport | null = null;

  constructor(id: string, role: Session["role"], tag: string, nowMs: number) {
    this.id = id;
    this.role = role;
    this.tag = tag;
    this.createdAtMs = nowMs;
  }

  get isOpen(): boolean {
    return this.#transport?.isOpen ?? false;
  }

  /** Hands over the connection; one that comes too late for an ended session is closed. */
  attach(transport: Transport): void {
    if (this.isEnded) transport.close();
    else this.#transport = transport;
  }

  /** Sends one packet synchronously; false when nothing can be sent. */
  readonly send = (packet: Buffer): boolean => this.#transport?.send(packet) ?? false;

  /** Closes the connection. Not one packet is sent after this returns. */
  end(): void {
    this.isEnded = true;
    this.#transport?.close();
    this.#transport = null;
  }
}
