import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { seededRandom } from "#server/kit/random.ts";

/**
 * What a network does to what passes, either way. `lossShare`: of all packets, 0 to 1. `jitterMs`: each is late by up to so
 * much, drawn for each. `bytesPerSecond`: what a connection over TCP carries at most. It may change at any moment.
 */
export type Weather = { lossShare: number; jitterMs: number; bytesPerSecond: number };

export const clearWeather: Readonly<Weather> = {
  lossShare: 0,
  jitterMs: 0,
  bytesPerSecond: Number.POSITIVE_INFINITY,
};

/** A way to a server through a bad network, at an address of its own. */
export type Detour = { port: number; close(): void };

type Way = {
  host: string;
  port?: number;
  to: { host: string; port: number };
  weather: Weather;
  seed: string;
};

/** Opens a way for UDP: packets are dropped, and arrive in another order. The losses follow from the seed. */
export async function openUdpDetour({ host, port = 0, to, weather, seed }: Way): Promise<Detour> {
  const random = seededRandom(seed);
  const timers = new Set<NodeJS.Timeout>();
  const inner = new Map<string, UdpSocket>();
  const outer = createSocket("udp4").bind(port, host);
  await once(outer, "listening");

  function pass(send: () => void) {
    if (weather.lossShare > 0 && random() < weather.lossShare) return;
    if (weather.jitterMs === 0) return send();
    const timer = setTimeout(() => {
      timers.delete(timer);
      send();
    }, random() * weather.jitterMs);
    timers.add(timer);
  }
  function wayOf(address: string, from: number): UdpSocket {
    const client = `${address}:${from}`;
    const known = inner.get(client);
    if (known) return known;
    const socket = createSocket("udp4");
    inner.set(client, socket);
    // A port that nobody listens on any more answers by an error.
    socket.on("error", () => {});
    socket.on("message", (packet) => pass(() => outer.send(packet, from, address)));
    return socket;
  }
  outer.on("message", (packet, { address, port: from }) => {
    const socket = wayOf(address, from);
    pass(() => socket.send(packet, to.port, to.host));
  });
  return {
    port: outer.address().port,
    close() {
      for (const timer of timers) clearTimeout(timer);
      outer.close();
      for (const socket of inner.values()) socket.close();
    },
  };
}

const segmentBytes = 1460;
/** A lost segment is sent again after the round trip and the 200 ms that Linux waits at least; what follows waits for it. */
const repeatAfterMs = 200;
/** The bytes on their way of one connection; a sender finds the network slow beyond it. */
const underwayBytes = 64 * 1024;

/**
 * Opens a way for TCP. Who stands between two connections cannot lose a byte, so that a lost segment is what it is to those
 * who talk: everything behind it is late by the time in which it is sent again.
 */
export async function openTcpDetour({ host, port = 0, to, weather, seed }: Way): Promise<Detour> {
  const random = seededRandom(seed);
  const open = new Set<Socket>();
  // Either end may say that it is done and hear on.
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const inner = connect({ ...to, allowHalfOpen: true });
    for (const socket of [client, inner]) {
      socket.setNoDelay(true);
      open.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => open.delete(socket));
    }
    carry(client, inner, weather, random);
    carry(inner, client, weather, random);
  });
  server.listen(port, host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** Carries what comes from one to the other, in its order. */
function carry(from: Socket, to: Socket, weather: Weather, random: () => number): void {
  const waiting: { part: Buffer | null; dueMs: number }[] = [];
  let underway = 0;
  let sentMs = 0;
  let timer: NodeJS.Timeout | undefined;

  function deliver() {
    timer = undefined;
    for (let first = waiting[0]; first; first = waiting[0]) {
      const leftMs = first.dueMs - performance.now();
      if (leftMs > 0) {
        timer = setTimeout(deliver, leftMs);
        return;
      }
      waiting.shift();
      if (first.part === null) return void to.end();
      underway -= first.part.length;
      if (to.writable) to.write(first.part);
    }
    follow();
  }
  /** Lets the writer feel that the reader is slow. */
  function follow() {
    if (underway < underwayBytes && !to.writableNeedDrain) from.resume();
    else from.pause();
  }
  function add(part: Buffer | null, dueMs: number) {
    waiting.push({ part, dueMs: Math.max(dueMs, waiting.at(-1)?.dueMs ?? 0) });
    underway += part?.length ?? 0;
    if (timer === undefined) deliver();
    follow();
  }
  to.on("drain", follow);
  from.on("data", (part: Buffer) => {
    const { lossShare, jitterMs, bytesPerSecond } = weather;
    sentMs = Math.max(performance.now(), sentMs) + (part.length / bytesPerSecond) * 1_000;
    const segments = Math.ceil(part.length / segmentBytes);
    const isLost = lossShare > 0 && random() < 1 - (1 - lossShare) ** segments;
    add(part, sentMs + random() * jitterMs + (isLost ? repeatAfterMs + jitterMs : 0));
  });
  from.on("end", () => add(null, 0));
  from.on("close", (failed) => failed && to.destroy());
  to.on("close", (failed) => {
    clearTimeout(timer);
    if (failed || !from.readableEnded) from.destroy();
  });
}
