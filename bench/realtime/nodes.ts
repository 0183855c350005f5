import { existsSync } from "node:fs";
import { redisServer, startRedisServer } from "#testing/redis/redis-server.ts";
import type { Row } from "../row.ts";
import { load } from "./chat-load.ts";
import type { Crowd } from "./crowd.ts";
import { type Measured, measure, total } from "./measure.ts";
import { type RoomServer, startRoomServer } from "./server-client.ts";
import { hubEntry } from "./websocket-peer.ts";

const program = new URL("server-process.ts", import.meta.url);
const peerProgram = new URL("../socketio/server.ts", import.meta.url);
/** The connect packet of Socket.IO's protocol, version 5, inside of Engine.IO's message packet, and its answer. */
const peerEntry = { join: "40", isInside: (received: Buffer) => received.includes('40{"sid"') };

type Kind = "hub" | "socket.io";

/**
 * Chat lines delivered per CPU-second of all nodes, to 1,000 sockets spread evenly over 1, 2 and 3 nodes on one Redis,
 * 100 lines a second sent at the first, beside Socket.IO with its Redis adapter. Redis' own time counts in both. The two
 * take turns, so that a busy moment falls on both. Takes two minutes.
 */
export async function run(): Promise<Row[]> {
  if (!redisServer) throw new Error("it needs Redis: `apt-get install redis-server`");
  if (!existsSync(new URL("../socketio/node_modules", import.meta.url)))
    throw new Error("it needs `npm ci --prefix bench/socketio`");
  const rows: Row[] = [];
  for (const nodes of [1, 2, 3]) {
    const [own, peers]: [Measured[], Measured[]] = [[], []];
    for (let round = 0; round < 2; round += 1) {
      own.push(await measureNodes("hub", nodes));
      peers.push(await measureNodes("socket.io", nodes));
    }
    const [value, peer] = [perCpuSecond(total(own)), perCpuSecond(total(peers))];
    rows.push({
      name: `node-deliveries-${nodes}`,
      value,
      unit: `deliveries per CPU-second at ${load.sockets} sockets on ${nodes} ${nodes === 1 ? "node" : "nodes"}`,
      peer: { name: "Socket.IO with Redis", value: peer },
      ratio: Number((value / peer).toFixed(2)),
      aim: "≥ 2 × peer",
    });
  }
  return rows;
}

const perCpuSecond = ({ deliveries, cpuSeconds }: Measured) => Math.round(deliveries / cpuSeconds);

async function measureNodes(kind: Kind, count: number): Promise<Measured> {
  const redis = await startRedisServer();
  const nodes: RoomServer[] = [];
  try {
    for (let node = 0; node < count; node += 1)
      nodes.push(
        kind === "hub"
          ? await startRoomServer(program, ["node", redis.url], hubEntry)
          : await startRoomServer(peerProgram, [redis.url], peerEntry),
      );
    const crowds: Crowd[] = [];
    for (const [index, node] of nodes.entries()) crowds.push(await node.gather(shareOf(index, count)));
    const crowd = joined(crowds);
    const pids = [...nodes.map(({ pid }) => pid), redis.pid];
    const first = nodes[0];
    if (!first) throw new Error("there is no node");
    const measured = await measure(pids, crowd, first.send);
    crowd.leave();
    return measured;
  } finally {
    for (const node of nodes) node.end();
    await redis.close();
  }
}

/** How many of the sockets a node has; the first ones have one more where they do not divide. */
const shareOf = (index: number, nodes: number) =>
  Math.floor(load.sockets / nodes) + (index < load.sockets % nodes ? 1 : 0);

/** Several crowds as one. */
function joined(crowds: readonly Crowd[]): Pick<Crowd, "lines" | "delaysMs" | "leave"> {
  return {
    lines: () => crowds.reduce((sum, crowd) => sum + crowd.lines(), 0),
    delaysMs: [],
    leave() {
      for (const crowd of crowds) crowd.leave();
    },
  };
}
