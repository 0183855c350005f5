import { type IncomingMessage, request as requestOf } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Clock } from "#server/kit/clock.ts";
import { nodeHeaders, refuseUpgrade, type UpgradeHandler } from "./node-server.ts";
import { type NodeOwnership, OwnerAway } from "./ownership.ts";
import { headersToPassOn, ownerWaitMs } from "./pass-on.ts";
import { askingOwner, connectionTo, type OwnerPlace } from "./reach-owner.ts";

/** Sockets of people that pass through this node to the owner of the media. */
export type Tunnels = {
  /** Connects a request for a socket through; a refusal of the owner is passed on, and 503 where there is no owner. */
  open: UpgradeHandler;
  /** Ends them all. */
  stop(): void;
};

/** An owner that hangs gives no answer; another one follows it. */
const answerMsMax = 6_000;
const checkEveryMs = 1_000;

type Opened = { status: number; address: string; socket: Duplex | null; head: Buffer; headers: string[] };

/** Makes the {@link Tunnels} of a node. */
export function openTunnels(ownership: Pick<NodeOwnership, "owner">, clock: Clock): Tunnels {
  const atOwner = askingOwner(ownership, clock);
  /** The tunnels' ends, by the address that they lead to. */
  const open = new Map<Duplex, string>();
  let isStopped = false;

  /** Tunnels to a node which hangs, and owns the media no more, would stay open and silent. */
  async function endMisled(): Promise<void> {
    const address = (await ownership.owner().catch(() => null))?.address;
    for (const [socket, itsAddress] of open) if (itsAddress !== address) socket.destroy();
  }
  const cancel = clock.every(checkEveryMs, () => void endMisled());

  async function connect(request: IncomingMessage, wire: Duplex, head: Buffer): Promise<void> {
    const ask = (owner: OwnerPlace) => openAt(owner, request);
    const { status, address, socket, ...answer } = await atOwner(ask, {
      isRepeatable: true,
      waitMs: ownerWaitMs,
    });
    if (!socket) return refuseUpgrade(wire, status);
    // By a reset the owner throws away what is on its way, as after a cut: what waits here goes, too.
    socket.on("error", () => {
      if (wire instanceof Socket) wire.resetAndDestroy();
      socket.destroy();
    });
    if (isStopped) {
      socket.destroy();
      return refuseUpgrade(wire, 503);
    }
    open.set(socket, address);
    socket.once("close", () => {
      open.delete(socket);
      wire.destroy();
    });
    wire.once("close", () => socket.destroy());
    if (wire.destroyed) return void socket.destroy();
    wire.write(`${["HTTP/1.1 101 Switching Protocols", ...answer.headers].join("\r\n")}\r\n\r\n`);
    wire.write(answer.head);
    socket.write(head);
    wire.pipe(socket).pipe(wire);
  }

  return {
    open: (request, wire, head) => void connect(request, wire, head).catch(() => refuseUpgrade(wire, 503)),
    stop() {
      isStopped = true;
      cancel();
      for (const socket of open.keys()) socket.destroy();
    },
  };
}

function openAt({ address, secret }: OwnerPlace, request: IncomingMessage): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const sent = requestOf({
      ...connectionTo({ address }),
      path: request.url,
      headers: {
        ...headersToPassOn(request),
        connection: "Upgrade",
        upgrade: request.headers.upgrade ?? "websocket",
        [nodeHeaders.secret]: secret,
      },
      timeout: answerMsMax,
    });
    sent.once("upgrade", (answer, socket, head) => {
      socket.setTimeout(0);
      resolve({ status: 101, address, socket, head, headers: headerLines(answer) });
    });
    sent.once("response", (answer) => {
      answer.resume();
      resolve({
        status: answer.statusCode ?? 502,
        address,
        socket: null,
        head: Buffer.alloc(0),
        headers: [],
      });
    });
    sent.once("timeout", () => sent.destroy(new OwnerAway("the owner of the media is silent")));
    sent.once("error", reject);
    sent.end();
  });
}

function headerLines({ rawHeaders }: IncomingMessage): string[] {
  return rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
}
