import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdapter } from "@socket.io/redis-adapter";
import { Redis } from "ioredis";
import { Server } from "socket.io";
import { chatLine, sendLines, load } from "../realtime/chat-load.ts";
import type { ServerAnswer, ServerRequest } from "../realtime/server-process.ts";

/** `node server.ts REDIS_URL`: a Socket.IO node, by its documentation, with one room that everybody who connects is in. */
const redis = new Redis(process.argv[2] ?? "");
const http = createServer();
const io = new Server(http, {
  adapter: createAdapter(redis, redis.duplicate()),
  transports: ["websocket"],
  // The measuring crowd answers no pings.
  pingInterval: 120_000,
});
io.on("connection", (socket) => void socket.join("room:bench"));
http.listen(0, "127.0.0.1", () => {
  const paths = Array.from({ length: load.sockets }, () => "/socket.io/?EIO=4&transport=websocket");
  answer({ port: (http.address() as AddressInfo).port, paths });
});
process.on("message", async ({ lines }: ServerRequest) => {
  await sendLines(lines, (id) => void io.to("room:bench").emit("RoomMessage", chatLine(id)));
  answer({ sent: lines });
});
process.on("disconnect", () => process.exit(0));

function answer(message: ServerAnswer): void {
  process.send?.(message);
}
