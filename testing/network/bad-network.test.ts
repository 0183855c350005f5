import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { until } from "#testing/until.ts";
import { clearWeather, openTcpDetour, openUdpDetour } from "./bad-network.ts";

const host = "127.0.0.1";

/** A server that says everything back, over TCP, behind a detour; answers how many of the bytes came back in their order. */
async function echoed(weather: typeof clearWeather, bytes: number) {
  const server = createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket)).listen(0, host);
  await once(server, "listening");
  const to = { host, port: (server.address() as AddressInfo).port };
  const detour = await openTcpDetour({ host, to, weather, seed: "echo" });
  const socket = connect({ port: detour.port, host, allowHalfOpen: true });
  onTestFinished(() => {
    socket.destroy();
    detour.close();
    server.close();
  });
  const sent = Buffer.from(Array.from({ length: bytes }, (_, at) => at % 251));
  const startedMs = performance.now();
  socket.end(sent);
  const parts: Buffer[] = [];
  socket.on("data", (part) => parts.push(part));
  await once(socket, "end");
  return { isWhole: Buffer.concat(parts).equals(sent), tookMs: performance.now() - startedMs };
}

test("over TCP nothing is lost and nothing changes its place, whatever the weather", async () => {
  const bad = { lossShare: 0.2, jitterMs: 30, bytesPerSecond: Number.POSITIVE_INFINITY };
  expect((await echoed(bad, 200_000)).isWhole).toBe(true);
});

test("a narrow way over TCP carries no more than it takes", async () => {
  const narrow = { ...clearWeather, bytesPerSecond: 100_000 };
  const { isWhole, tookMs } = await echoed(narrow, 40_000);
  expect(isWhole).toBe(true);
  expect(tookMs).toBeGreaterThan(395);
});

test("over UDP a share of the packets is lost, the same ones with the same seed", async () => {
  const lost = async () => {
    const server = createSocket("udp4").bind(0, host);
    await once(server, "listening");
    const got: number[] = [];
    server.on("message", (packet) => got.push(packet.readUInt16BE()));
    const to = { host, port: server.address().port };
    const weather = { ...clearWeather, lossShare: 0.5 };
    const detour = await openUdpDetour({ host, to, weather, seed: "packets" });
    const client = createSocket("udp4");
    for (let at = 0; at < 100; at += 1) {
      const packet = Buffer.alloc(2);
      packet.writeUInt16BE(at);
      client.send(packet, detour.port, host);
    }
    await until(() => got.some((at) => at > 90));
    client.close();
    detour.close();
    server.close();
    return got;
  };
  const first = await lost();
  expect(first.length).toBeGreaterThan(25);
  expect(first.length).toBeLessThan(75);
  expect(await lost()).toEqual(first);
});
