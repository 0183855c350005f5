import { connect, type Socket } from "node:net";

/** Many bare TCP clients; they only count lines, so that the measuring process leaves the CPU to the servers. */
export type Crowd = {
  /** Lines that have arrived, over all clients. */
  lines(): number;
  /** How long lines took to the timed clients, in milliseconds. */
  delaysMs: number[];
  /** Lets a client read nothing more. */
  stopReading(index: number): void;
  leave(): void;
};

type Dialogue = {
  sockets: number;
  /** Stands once in every line, so that arrivals can be counted in raw bytes. */
  marker: string;
  /** The first clients, up to this one, note how long ago each line was sent, which the first group of `sentAt` matches. */
  timed: { clients: number; sentAt: RegExp };
  /** The message that client `index` sends when connected. */
  greeting: (index: number) => string | Buffer;
  /** The message that a client sends once `isWelcome` has seen the answer. */
  joinMessage: Buffer | null;
  isWelcome: (received: Buffer) => boolean;
  /** Sent now and then, so that the server does not take the client for gone. */
  signOfLife?: Buffer;
  /** Has it been let in? Asked of clients that have sent something; absent: they are in. */
  isInside?: (received: Buffer) => boolean;
};

const signOfLifeEveryMs = 10_000;
/** When a fan who was refused because too much was going on comes again. */
const refusedWaitMs = 2_000;

/** Connects clients to a local port, some at a time, and resolves when all are in the room. */
export async function gatherCrowd(port: number, dialogue: Dialogue): Promise<Crowd> {
  const sockets: Socket[] = [];
  const delaysMs: number[] = [];
  const { marker, timed } = dialogue;
  let lines = 0;
  for (let first = 0; first < dialogue.sockets; first += 50) {
    const some = Array.from({ length: Math.min(50, dialogue.sockets - first) }, (_, index) => first + index);
    sockets.push(...(await Promise.all(some.map((index) => enter(port, index, dialogue)))));
  }
  for (const [index, socket] of sockets.entries()) {
    let rest = "";
    socket.on("data", (chunk: Buffer) => {
      const text = rest + chunk.toString("latin1");
      lines += text.split(marker).length - 1;
      rest = text.slice(Math.max(text.lastIndexOf(marker) + marker.length, text.length - marker.length + 1));
      if (index < timed.clients) for (const [, at] of text.matchAll(timed.sentAt)) noteDelay(at);
    });
  }
  const noteDelay = (at: string | undefined) => void delaysMs.push(Date.now() - new Date(at ?? 0).getTime());
  const { signOfLife } = dialogue;
  const timer = setInterval(() => {
    if (signOfLife) for (const socket of sockets) if (socket.writable) socket.write(signOfLife);
  }, signOfLifeEveryMs);
  return {
    lines: () => lines,
    delaysMs,
    stopReading: (index) => void sockets[index]?.pause(),
    leave() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

function enter(port: number, index: number, dialogue: Dialogue): Promise<Socket> {
  const { greeting, joinMessage, isWelcome, isInside = () => true } = dialogue;
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(greeting(index)));
    let received = Buffer.alloc(0);
    let isAsked = false;
    const onData = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (received.includes("HTTP/1.1 503")) {
        socket.destroy();
        setTimeout(() => enter(port, index, dialogue).then(resolve, reject), refusedWaitMs);
        return;
      }
      if (!isWelcome(received)) return;
      if (joinMessage && !isAsked) socket.write(joinMessage);
      isAsked = true;
      if (joinMessage && !isInside(received)) return;
      socket
        .off("data", onData)
        .off("error", reject)
        .on("error", () => socket.destroy());
      resolve(socket);
    };
    socket.on("data", onData).on("error", reject);
  });
}

/** The upgrade request of a browser. */
export function upgradeRequest(
  path: string,
  origin = "http://bench",
  headers: readonly string[] = [],
): string {
  return [
    `GET ${path} HTTP/1.1`,
    "Host: bench",
    `Origin: ${origin}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Protocol: fanlight.v1",
    ...headers,
    "\r\n",
  ].join("\r\n");
}

/** A short text message from a client; its mask is zero, so the text stands as it is. */
export function clientText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}
