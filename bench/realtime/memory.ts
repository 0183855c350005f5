import { readFileSync } from "node:fs";
import type { Row } from "../row.ts";
import { startRoomServer } from "./server-client.ts";
import { hubEntry, program } from "./websocket-peer.ts";

/** The memory of a process grows with its sockets between these two, whatever it holds besides. */
const [few, many] = [2_000, 8_000] as const;
/** Lines that everybody gets, so that buffers are as they are in a busy room. */
const lines = 20;

/**
 * Resident memory that a socket in a room takes of the server's process, beside a plain ws server. Buffers of the
 * kernel are not counted. Takes a minute.
 */
export async function run(): Promise<Row[]> {
  const [value, peer] = [await bytesPerSocket("hub"), await bytesPerSocket("plain")];
  return [
    {
      name: "socket-memory",
      value: value / 1_000,
      unit: `KB a socket, from ${few} to ${many} in one room`,
      peer: { name: "plain ws server", value: peer / 1_000 },
      ratio: Number((value / peer).toFixed(2)),
    },
  ];
}

async function bytesPerSocket(kind: "hub" | "plain"): Promise<number> {
  return ((await residentBytes(kind, many)) - (await residentBytes(kind, few))) / (many - few);
}

async function residentBytes(kind: "hub" | "plain", sockets: number): Promise<number> {
  const server = await startRoomServer(program, [kind], kind === "hub" ? hubEntry : null, sockets);
  try {
    const crowd = await server.gather(sockets);
    await server.send(lines);
    const bytes = residentBytesOf(server.pid);
    crowd.leave();
    return bytes;
  } finally {
    server.end();
  }
}

function residentBytesOf(pid: number): number {
  const [, kilobytes] = readFileSync(`/proc/${pid}/status`, "utf8").match(/^VmRSS:\s+(\d+) kB$/m) ?? [];
  return Number(kilobytes) * 1_024;
}
