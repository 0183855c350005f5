import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Clock } from "#server/kit/clock.ts";
import { type Database, poolOf } from "#server/kit/database/database.ts";
import type { Logger } from "#server/kit/log.ts";
import { openLease } from "./lease.ts";
import {
  type Calls,
  isPassedOn,
  nodeHeaders,
  notOwnerStatus,
  openNodeServer,
  refuseUpgrade,
  type UpgradeHandler,
} from "./node-server.ts";
import { createOwnership, type Duty, type NodeOwnership, OwnerAway } from "./ownership.ts";
import { passOnRequest } from "./pass-on.ts";
import { reachOwner } from "./reach-owner.ts";
import { openTunnels } from "./tunnels.ts";

/** How a node is known and reached by the others. */
export type NodeSettings = {
  name: string;
  /** Address of this machine for the other nodes. */
  host: string;
  /** 0: any free one. */
  port: number;
  /** For tests: how long after its death an owner is replaced, ms. */
  leaseMs?: number;
};

/** The state of this process as one of several nodes. */
export type Nodes = {
  ownership: NodeOwnership;
  /**
   * Carries out the calls on the owner of the media, no matter which node that is. They reject with {@link
   * OwnerAway}.
   */
  atOwner<C extends Calls>(calls: C, waitMs: (name: keyof C) => number): C;
  /** Passes the requests of some routes on to the owner. Call it before these routes are added. */
  passOn(http: FastifyInstance, belongsToOwner: (request: FastifyRequest) => boolean): void;
  /** Passes sockets on: `serve` answers their requests on the node that owns the media. */
  passOnUpgrades(serve: UpgradeHandler): UpgradeHandler;
  /** Begins to answer the other nodes and to ask for the lease. */
  start(http: FastifyInstance, duty: Duty): void;
  /**
   * Finishes what is under way here for others, and ends the sockets that pass through here; who asks from now on waits for the
   * next owner.
   */
  closeToOthers(): Promise<void>;
  /** Leaves the media to another node. */
  stop(): Promise<void>;
};

/** Opens this node's door for the others. */
export async function openNodes(
  settings: NodeSettings,
  { db, clock, log }: { db: Database; clock: Clock; log: Pick<Logger, "info" | "warn" | "error"> },
): Promise<Nodes> {
  const server = await openNodeServer(settings, log);
  const ownership = createOwnership({
    ...(settings.leaseMs === undefined ? {} : { leaseMs: settings.leaseMs }),
    ...{ clock, log, node: settings.name, address: server.address, lease: openLease(poolOf(db)) },
  });
  const reach = reachOwner(ownership, clock);
  const tunnels = openTunnels(ownership, clock);
  let served: Calls = {};

  async function call(name: string, args: unknown[], waitMs: number): Promise<void> {
    const headers = { [nodeHeaders.call]: name, "content-type": "application/json" };
    const body = Buffer.from(JSON.stringify(args));
    const { status } = await reach({
      ...{ method: "POST", path: "/", headers, body, waitMs, isRepeatable: true },
    });
    if (status !== 204) throw new OwnerAway(`the owner of the media answered ${name} with ${status}`);
  }

  return {
    ownership,
    atOwner<C extends Calls>(calls: C, waitMs: (name: keyof C) => number): C {
      served = { ...served, ...calls };
      const names = Object.keys(calls);
      const remote = names.map((name) => {
        const here = calls[name] as (...args: unknown[]) => Promise<void>;
        return [
          name,
          async (...args: unknown[]) =>
            (await ownership.ready()) ? here(...args) : call(name, args, waitMs(name)),
        ];
      });
      return Object.fromEntries(remote) as C;
    },
    passOn(http, belongsToOwner) {
      http.addHook("onRequest", async (request, reply) => {
        if (!belongsToOwner(request) || request.method === "OPTIONS") return;
        if (await ownership.ready()) return;
        if (isPassedOn(request.raw)) return reply.code(notOwnerStatus).send();
        return passOnRequest(request, reply, reach);
      });
    },
    passOnUpgrades: (serve) => (request, wire, head) => {
      wire.on("error", () => wire.destroy());
      ownership.ready().then(
        (isMine) => {
          if (isMine) serve(request, wire, head);
          else if (isPassedOn(request)) refuseUpgrade(wire, notOwnerStatus);
          else tunnels.open(request, wire, head);
        },
        () => refuseUpgrade(wire, 503),
      );
    },
    start(http, duty) {
      server.open({
        secret: ownership.secret,
        isReady: ownership.ready,
        serve: (request, response) => http.routing(request, response),
        upgrade: (...of) => void http.server.emit("upgrade", ...of),
        calls: served,
      });
      ownership.start(duty);
    },
    async closeToOthers() {
      tunnels.stop();
      await server.close();
    },
    stop: () => ownership.stop(),
  };
}
