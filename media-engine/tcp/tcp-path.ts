import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { isIPv6, type Socket } from "node:net";
import { limits } from "#engine/limits.ts";
import { Backlog } from "./backlog.ts";
import { type Deframer, framed } from "./framing.ts";

/** Where the engine takes packets, seen from this machine. */
export type UdpAddress = { address: string; port: number };

const earlyMax = 16;

type PathOptions = {
  client: Socket;
  deframer: Deframer;
  engine: UdpAddress;
  /** Called once its UDP port is free again. */
  onClosed: () => void;
};

/**
 * One client's way over TCP: each packet of its stream goes to the engine's own UDP port from a socket of the path's own, and
 * what the engine sends there goes back. So the engine sees one more address of a client, and knows nothing of TCP.
 */
export class TcpPath {
  readonly #client: Socket;
  readonly #udp: UdpSocket;
  readonly #backlog = new Backlog(limits.tcpBacklogMs);
  readonly #onClosed: () => void;
  /** The client's packets before the path's own socket was ready; null once it is. */
  #early: Buffer[] | null = [];
  #canWrite = true;
  #isClosed = false;

  constructor({ client, deframer, engine, onClosed }: PathOptions) {
    this.#client = client;
    this.#onClosed = onClosed;
    this.#udp = createSocket(isIPv6(engine.address) ? "udp6" : "udp4");
    this.#udp.connect(engine.port, engine.address, () => {
      const early = this.#early ?? [];
      this.#early = null;
      for (const packet of early) this.toEngine(packet);
    });
    this.#udp.on("message", (packet) => this.#toClient(packet));
    // Nobody listens there while the engine ends; the client learns it by its own silence.
    this.#udp.on("error", () => this.close());
    client.setTimeout(limits.tcpIdleMs, () => this.close());
    client.on("drain", () => {
      this.#canWrite = true;
      this.#flush();
    });
    client.on("data", (bytes) => {
      const packets = deframer.push(bytes);
      if (packets) for (const packet of packets) this.toEngine(packet);
      else this.close();
    });
    client.on("close", () => this.close());
  }

  /** Passes one packet of the client on. */
  toEngine(packet: Buffer): void {
    if (this.#isClosed) return;
    if (this.#early === null) this.#udp.send(packet, () => {});
    // More than that is lost, as on any network: whoever has not connected yet repeats what it asks.
    else if (this.#early.length < earlyMax) this.#early.push(packet);
  }

  /**
   * Ends it by a reset: what the system holds for a slow reader is thrown away, so that nothing arrives after a session has
   * ended.
   */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#client.resetAndDestroy();
    this.#udp.removeAllListeners("message");
    // ICE knows a client by its address for a while: one that got the same port meanwhile would be taken for this one.
    setTimeout(() => {
      this.#udp.close();
      this.#onClosed();
    }, limits.tcpPortRestMs).unref();
  }

  #toClient(packet: Buffer): void {
    this.#backlog.push(packet, performance.now());
    this.#flush();
  }

  #flush(): void {
    while (this.#canWrite && !this.#isClosed) {
      const packet = this.#backlog.next(performance.now());
      if (!packet) return;
      this.#canWrite = this.#client.write(framed(packet));
    }
  }
}
