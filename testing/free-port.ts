import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that Linux gives to outgoing connections, and without any that browsers refuse. */
const [lowest, highest] = [20_000, 30_000];

/**
 * A port that nobody listens on, by TCP or UDP. It is none of those that the system hands out, so that only somebody who
 * chooses this very number can take it before it is used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if ((await isFreeTcp(port)) && (await isFreeUdp(port))) return port;
  }
}

async function isFreeTcp(port: number): Promise<boolean> {
  const server = createServer();
  const listening = once(server.listen(port), "listening").then(
    () => true,
    () => false,
  );
  const isFree = await listening;
  if (isFree) await once(server.close(), "close");
  return isFree;
}

async function isFreeUdp(port: number): Promise<boolean> {
  const socket = createSocket("udp4");
  const bound = once(socket.bind(port), "listening").then(
    () => true,
    () => false,
  );
  const isFree = await bound;
  socket.close();
  return isFree;
}
