import { connect, type Socket } from "node:net";
import { load, marker } from "./chat-load.ts";

/** Many bare TCP clients; they only count lines, so that the measuring process leaves the CPU to the servers. */
export type Crowd = {
  /** Lines that have arrived, over all clients. */
  lines(): number;
  /** How long lines took to the first client, in milliseconds. */
  delaysMs: number[];
  leave(): void;
};

type Dialogue = {
  /** What client `index` says when connected. */
  greeting: (index: number) => string | Buffer;
  /** What it says when `isWelcome` has seen the answer. */
  wish: Buffer | null;
  isWelcome: (received: Buffer) => boolean;
};

/** Connects the load's sockets to a local port, some at a time, and resolves when all are in the room. */
export async function gatherCrowd(port: number, dialogue: Dialogue): Promise<Crowd> {
  const sockets: Socket[] = [];
  const delaysMs: number[] = [];
  let lines = 0;
  for (let first = 0; first < load.sockets; first += 50) {
    const some = Array.from({ length: Math.min(50, load.sockets - first) }, (_, index) => first + index);
    sockets.push(...(await Promise.all(some.map((index) => enter(port, index, dialogue)))));
  }
  for (const [index, socket] of sockets.entries()) {
    let rest = "";
    socket.on("data", (chunk: Buffer) => {
      const text = rest + chunk.toString("latin1");
      lines += text.split(marker).length - 1;
      rest = text.slice(Math.max(text.lastIndexOf(marker) + marker.length, text.length - marker.length + 1));
      if (index === 0) for (const [, at] of text.matchAll(/"at":"([^"]+)"/g)) noteDelay(at);
    });
  }
  const noteDelay = (at: string | undefined) => void delaysMs.push(Date.now() - new Date(at ?? 0).getTime());
  return {
    lines: () => lines,
    delaysMs,
    leave() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function enter(port: number, index: number, { greeting, wish, isWelcome }: Dialogue): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(greeting(index)));
    let received = Buffer.alloc(0);
    const hear = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (!isWelcome(received)) return;
      socket
        .off("data", hear)
        .off("error", reject)
        .on("error", () => socket.destroy());
      if (wish) socket.write(wish);
      resolve(socket);
    };
    socket.on("data", hear).on("error", reject);
  });
}

/** The upgrade request of a browser. */
export function upgradeRequest(path: string): string {
  return [
    `GET ${path} HTTP/1.1`,
    "Host: bench",
    "Origin: http://bench",
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Protocol: fanlight.v1",
    "\r\n",
  ].join("\r\n");
}

/** A short text message from a client; its mask is zero, so the text stands as it is. */
export function clientText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}
