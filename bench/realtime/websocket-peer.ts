import { load } from "./chat-load.ts";
import { type Measured, measure } from "./measure.ts";
import { startRoomServer } from "./server-client.ts";

export const program = new URL("server-process.ts", import.meta.url);
/** How a page enters a room of the hub. */
export const hubEntry = {
  join: '["join","room:bench"]',
  isInside: (received: Buffer) => received.includes('"joined","room:bench"'),
};

/** Measures the hub, or a plain ws broadcast loop, in a process of its own. */
export async function measureWebSocketServer(kind: "hub" | "plain"): Promise<Measured> {
  const server = await startRoomServer(program, [kind], kind === "hub" ? hubEntry : null);
  try {
    const crowd = await server.gather(load.sockets);
    const measured = await measure([server.pid], crowd, server.send);
    crowd.leave();
    return measured;
  } finally {
    server.end();
  }
}
