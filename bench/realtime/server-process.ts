import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import { systemClock } from "#server/kit/clock.ts";
import { createLogger } from "#server/kit/log.ts";
import { openRedis } from "#server/kit/redis/redis.ts";
import { ok } from "#server/kit/result.ts";
import { createRealtime, type RealtimeOptions } from "#server/realtime/realtime.ts";
import { sharedRealtime } from "#server/realtime/redis/shared.ts";
import { until } from "#testing/until.ts";
import { chatLine, sendLines } from "./chat-load.ts";

/** The measuring process's request: lines to send to the room. */
export type ServerRequest = { lines: number };
/** The answers of a server process: first how to reach it, then that the lines were sent. */
export type ServerAnswer = { port: number; paths: string[] } | { sent: number };

/** A server with one room that everybody who connects is in. */
type RoomServer = { paths: string[]; send: (id: number) => void };

const http = createServer();
const [, , kind = "", redisUrl = ""] = process.argv;
const sockets = Number(process.env.BENCH_SOCKETS);
const room = kind === "plain" ? plainRoom() : hubRoom(kind === "node" ? await sharedBy(redisUrl) : {});
http.listen(0, "127.0.0.1", () => {
  answer({ port: (http.address() as AddressInfo).port, paths: room.paths });
});
process.on("message", async ({ lines }: ServerRequest) => {
  await sendLines(lines, room.send);
  answer({ sent: lines });
});
process.on("disconnect", () => process.exit(0));

function answer(message: ServerAnswer): void {
  process.send?.(message);
}

/** The options of a node that shares its events with others by Redis. */
async function sharedBy(url: string): Promise<Partial<RealtimeOptions>> {
  const log = createLogger("silent");
  const shared = sharedRealtime(await openRedis(url, log), { clock: systemClock, log });
  await until(() => shared.eventLog.isUp(), "Redis to be reached");
  return shared;
}

/** The product's hub as it is, its checks included; only the cap per address is lifted. */
function hubRoom(shared: Partial<RealtimeOptions>): RoomServer {
  const realtime = createRealtime({
    secret: "bench",
    clock: systemClock,
    allowedOrigins: () => true,
    authorize: async () => ok({}),
    limits: { socketsPerAddressMax: sockets },
    ...shared,
  });
  realtime.attach(http);
  const ticket = () => `/realtime?ticket=${realtime.issueTicket({ userId: null })}`;
  return {
    paths: Array.from({ length: sockets }, ticket),
    send: (id) => realtime.publish("room:bench", "RoomMessage", chatLine(id)),
  };
}

/** The broadcast loop of the ws documentation. */
function plainRoom(): RoomServer {
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  return {
    paths: Array.from({ length: sockets }, () => "/"),
    send(id) {
      const text = JSON.stringify(["event", "main-channel", "room:bench", id, "RoomMessage", chatLine(id)]);
      for (const socket of server.clients) if (socket.readyState === socket.OPEN) socket.send(text);
    },
  };
}
