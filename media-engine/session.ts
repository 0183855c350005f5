/** The transport of a session: ICE and DTLS, which packets are sent by, or a WebSocket. */
type Carrier = { readonly isOpen: boolean; send?(packet: Buffer): boolean; close(): void };

/** One client's connection to a room, from the moment its offer is taken up until it ends. */
export class Session {
  readonly id: string;
  readonly role: "publisher" | "viewer";
  /** The parent's opaque mark for a viewer; empty for a publisher. */
  readonly tag: string;
  readonly createdAtMs: number;
  isEnded = false;
  #carrier: Carrier | null = null;

  constructor(id: string, role: Session["role"], tag: string, nowMs: number) {
    this.id = id;
    this.role = role;
    this.tag = tag;
    this.createdAtMs = nowMs;
  }

  get isOpen(): boolean {
    return this.#carrier?.isOpen ?? false;
  }

  /** Hands over the connection; one that comes too late for an ended session is closed. */
  attach(carrier: Carrier): void {
    if (this.isEnded) carrier.close();
    else this.#carrier = carrier;
  }

  /** Sends one packet synchronously; false when nothing can be sent. */
  readonly send = (packet: Buffer): boolean => this.#carrier?.send?.(packet) ?? false;

  /** Closes the connection. Not one packet is sent after this returns. */
  end(): void {
    this.isEnded = true;
    this.#carrier?.close();
    this.#carrier = null;
  }
}
