import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { realtimePath, realtimeProtocol } from "#contract/realtime.ts";
import type { Clock } from "#server/kit/clock.ts";
import { serveUpgrades } from "#server/kit/http/upgrades.ts";
import { refuse } from "#server/kit/result.ts";
import { createConnection, type Typing } from "./connection.ts";
import type { Hub } from "./hub.ts";
import { handleMessages } from "./inbound.ts";
import type { RealtimeLimits } from "./limits.ts";
import { type Admission, admitUpgrade, type Gate, refuseUpgrade } from "./upgrade.ts";

/** Connects HTTP servers with the hub. */
export type Sockets = {
  attach(server: Server): void;
  /** Accepts no more sockets; open ones stay. */
  detach(): void;
  isListening(): boolean;
  /** Sockets that are open or closing. */
  count(): number;
  /** Resolves when the last socket has closed. */
  allClosed(): Promise<void>;
};

type Needs = {
  hub: Hub;
  gate: Gate;
  clock: Clock;
  limits: RealtimeLimits;
  report: (error: unknown) => void;
  typing: Typing;
};

/** Turns upgrade requests into connections of `hub`, and lets the hub know when they close. */
export function createSockets({ hub, gate, clock, limits, report, typing }: Needs): Sockets {
  const attached = new Set<() => void>();
  const open = new Set<WebSocket>();
  const waiting = new Set<() => void>();
  const webSockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.inboundBytesMax,
    handleProtocols: () => realtimeProtocol,
  });

  function accept(socket: WebSocket, wire: Duplex, { subject }: Admission): void {
    const connection = createConnection({ socket, wire, subject, clock, limits });
    open.add(socket);
    hub.add(connection);
    wire.on("drain", () => hub.drained(connection));
    // After each of its errors `ws` closes the socket; all of them are caused by the client.
    socket.on("error", () => {});
    socket.on("close", () => {
      hub.remove(connection);
      open.delete(socket);
      if (open.size === 0) for (const resolve of waiting) resolve();
    });
    handleMessages({ hub, connection, socket, clock, limits, report, typing });
  }

  async function admit(request: IncomingMessage, wire: Duplex, head: Buffer): Promise<void> {
    const admission = await admitUpgrade(request, gate).catch((error: unknown) => {
      report(error);
      return refuse(503 as const);
    });
    if (!admission.ok) return refuseUpgrade(wire, admission.refusal);
    if (wire.destroyed || admission.isRevoked()) {
      admission.left();
      return refuseUpgrade(wire, 401);
    }
    wire.once("close", admission.left);
    webSockets.handleUpgrade(request, wire, head, (socket) => accept(socket, wire, admission));
  }

  return {
    attach(server) {
      const isOurs = (path: string) => path === realtimePath;
      attached.add(serveUpgrades(server, isOurs, (...of) => void admit(...of)));
    },
    detach() {
      for (const leave of attached) leave();
      attached.clear();
    },
    isListening: () => attached.size > 0,
    count: () => open.size,
    allClosed: () =>
      open.size === 0 ? Promise.resolve() : new Promise<void>((resolve) => void waiting.add(resolve)),
  };
}
