import type { Socket } from "node:net";
import { limits } from "#engine/limits.ts";
import { Deframer } from "./framing.ts";
import { requestedUfrag } from "./stun-username.ts";
import { TcpPath, type UdpAddress } from "./tcp-path.ts";

/**
 * ICE over TCP (RFC 6544): clients whose network lets no UDP through connect to a port, and reach the session whose user
 * name fragment their first packet names. Until then a connection costs next to nothing: one packet at most is kept of it,
 * for a few seconds, of a few connections of each address.
 */
export class TcpPaths {
  readonly #engine: () => UdpAddress;
  readonly #paths = new Map<string, Set<TcpPath>>();
  readonly #waiting = new Map<Socket, string>();

  /** `engine`: where it takes packets now. */
  constructor(engine: () => UdpAddress) {
    this.#engine = engine;
  }

  /** Lets clients come to a session by our user name fragment of it. */
  open(ufrag: string): void {
    this.#paths.set(ufrag, new Set());
  }

  /** Ends every path to a session; nothing of what was under way arrives after this. */
  close(ufrag: string): void {
    const paths = this.#paths.get(ufrag);
    this.#paths.delete(ufrag);
    for (const path of paths ?? []) path.close();
  }

  /** Takes a connection up, `head` being what was read of it already. */
  take(client: Socket, head: Buffer = Buffer.alloc(0)): void {
    client.on("error", () => client.destroy());
    client.setNoDelay(true);
    if (!this.#mayWait(client)) return void client.resetAndDestroy();
    this.#makeRoom();
    this.#waiting.set(client, client.remoteAddress ?? "");
    const deframer = new Deframer(limits.tcpFrameBytes);
    const stop = () => {
      clearTimeout(late);
      this.#waiting.delete(client);
      client.off("data", read);
      client.off("close", stop);
    };
    const read = (bytes: Buffer) => {
      const packets = deframer.push(bytes);
      const [first, ...others] = packets ?? [];
      if (packets && !first) return;
      stop();
      const path = first && this.#admit(client, deframer, requestedUfrag(first));
      if (!path) return void client.resetAndDestroy();
      for (const packet of [first, ...others]) path.toEngine(packet);
    };
    const late = setTimeout(() => client.resetAndDestroy(), limits.tcpAdmitMs);
    client.on("data", read);
    client.on("close", stop);
    if (head.length > 0) read(head);
  }

  #mayWait({ remoteAddress = "" }: Socket): boolean {
    const ofAddress = [...this.#waiting.values()].filter((address) => address === remoteAddress);
    return ofAddress.length < limits.tcpWaitingPerAddress;
  }

  /** The oldest goes: whoever comes for media speaks at once, and strangers with many addresses only wait. */
  #makeRoom(): void {
    if (this.#waiting.size < limits.tcpWaiting) return;
    const [oldest] = this.#waiting.keys();
    if (!oldest) return;
    this.#waiting.delete(oldest);
    oldest.resetAndDestroy();
  }

  #admit(client: Socket, deframer: Deframer, ufrag: string | null): TcpPath | null {
    const paths = ufrag === null ? undefined : this.#paths.get(ufrag);
    if (!paths || paths.size >= limits.tcpPathsPerSession) return null;
    const path: TcpPath = new TcpPath({
      client,
      deframer,
      engine: this.#engine(),
      onClosed: () => void paths.delete(path),
    });
    paths.add(path);
    return path;
  }
}
