import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";

const frameMax = 500;

/** A WebSocket frame of a client with these first bytes and content, masked. */
function masked(first: number, content: Buffer, length = content.length): Buffer {
  const head = length < 126 ? Buffer.from([first, 0x80 | length]) : Buffer.alloc(4);
  if (length >= 126) {
    head[0] = first;
    head[1] = 0x80 | 126;
    head.writeUInt16BE(length, 2);
  }
  return Buffer.concat([head, Buffer.alloc(4), content]);
}

/**
 * Opens a connection for frames at `url` by hand, says that it is allowed, and sends rubbish in one of eight ways until it is
 * closed. Answers how many frames it has sent.
 */
export async function rubbish(url: string, localAddress: string, way: number): Promise<number> {
  const { port, pathname } = new URL(url);
  const socket = connect({ port: Number(port), host: "127.0.0.1", localAddress });
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(
    `GET ${pathname} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n\r\n`,
  );
  socket.write(masked(0x81, Buffer.from(JSON.stringify({ token: `fan:9|${way}` }))));
  let sent = 1;
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  for (; sent < frameMax && !socket.destroyed; sent += 1) socket.write(rubbishFrame(way));
  if (way % 8 === 7) socket.destroy();
  socket.resume();
  await closed;
  return sent;
}

function rubbishFrame(way: number): Buffer {
  const noise = randomBytes(1 + Math.floor(Math.random() * 200));
  switch (way % 8) {
    case 0:
      return noise;
    case 1:
      return masked(0x82, noise);
    case 2:
      return masked(0x81, Buffer.from(noise.toString("hex")));
    case 3:
      return masked(0x81, Buffer.from(`{"shown":${noise.readUIntBE(0, 1)}e9,"missed":-1}`));
    case 4:
      return masked(0x89, noise.subarray(0, 125));
    case 5:
      return masked(0x01, noise);
    case 6:
      return masked(0x81, noise, 60_000);
    default:
      return masked(0x80 | (noise[0] ?? 0), noise);
  }
}

/** Bytes of memory that a process has now (Linux). */
export function memoryOf(processId: number | null): number {
  const status = readFileSync(`/proc/${processId}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}
