import { createSocket } from "node:dgram";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { limits } from "#engine/limits.ts";
import { framed } from "#engine/tcp/framing.ts";
import { machineAddress } from "#engine/tcp/machine-address.ts";
import { TcpPaths } from "#engine/tcp/tcp-paths.ts";
import { listenWide } from "#server/kit/http/listen.ts";
import { createHttpServer } from "#server/kit/http/server.ts";
import { createLogger } from "#server/kit/log.ts";
import { broadcast } from "#testing/media-engine/broadcast.ts";
import { connectPeer } from "#testing/media-engine/peer.ts";
import { type TcpDetour, tcpDetour } from "#testing/media-engine/tcp-detour.ts";
import { type MediaRig, startTestMedia } from "#testing/media/media-rig.ts";
import { until } from "#testing/until.ts";

const open: { close(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

async function engine(tcp: "own" | "shared" = "own", port = 0): Promise<MediaRig> {
  const rig = await startTestMedia(port, { tcp });
  onTestFinished(() => rig.stop());
  return rig;
}

/** Connects a peer whose every packet goes over TCP. */
async function overTcp(
  { media }: MediaRig,
  room: string,
  role: "publisher" | "viewer",
  tag = "fan:1|public",
) {
  let detour: TcpDetour | undefined;
  const peer = await connectPeer(
    async (offer) => {
      const answer = await (role === "viewer" ? media.play(room, offer, tag) : media.publish(room, offer));
      if (!answer.ok) throw new Error(answer.refusal);
      detour = await tcpDetour(answer.answerSdp);
      open.push(detour);
      return detour.answerSdp;
    },
    { role, ssrc: 1111 },
  );
  open.push(peer);
  return { peer, detour: detour as TcpDetour };
}

/** A connection to the engine's port that says what a test likes. */
async function stranger(port: number, localAddress = "127.0.0.1"): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  socket.on("error", () => {});
  open.push({ close: () => socket.destroy() });
  await once(socket, "connect");
  return socket;
}

const closed = (socket: Socket) => until(() => socket.closed, "the connection to be closed");

/** A STUN binding request for a session's user name (RFC 8489). */
function bindingRequest(username: string): Buffer {
  const value = Buffer.from(username.padEnd(Math.ceil(username.length / 4) * 4, "\0"));
  const head = Buffer.alloc(24);
  head.writeUInt16BE(0x0001, 0);
  head.writeUInt16BE(4 + value.length, 2);
  head.writeUInt32BE(0x2112a442, 4);
  head.writeUInt16BE(0x0006, 20);
  head.writeUInt16BE(username.length, 22);
  return Buffer.concat([head, value]);
}

/** The memory that a process holds, as Linux reports it; nothing elsewhere. */
function megabytes(pid: number | null): number {
  if (process.platform !== "linux") return 0;
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

test("a publisher and a viewer whose networks let no UDP through see each other over TCP", async () => {
  const rig = await engine();
  const { peer: publisher } = await overTcp(rig, "anna", "publisher");
  broadcast(publisher, { ssrc: 1111 });
  const { peer: viewer } = await overTcp(rig, "anna", "viewer");
  await until(() => viewer.rtp.length > 100, "a hundred packets");
  const byUdp = await rig.viewer("anna", "fan:2|public");
  await until(() => byUdp.rtp.length > 20, "packets over UDP beside it");
});

test("R-OPEN-66: a viewer over TCP who is ended is reset, so that the system throws away what a slow reader had not got", async () => {
  const rig = await engine();
  await rig.live("anna");
  const { peer, detour } = await overTcp(rig, "anna", "viewer");
  await until(() => peer.rtp.length > 20, "packets");
  const ended = once(detour.stream, "error");
  await rig.media.endViewers("anna");
  const before = peer.rtp.length;
  expect((await ended)[0]).toMatchObject({ code: "ECONNRESET" });
  await closed(detour.stream);
  expect(peer.rtp.length - before, "what was under way on the wire").toBeLessThan(20);
});

test("strangers at the port are sent away: what is no request, names no session, is too long, or comes too often", async () => {
  const rig = await engine();
  await rig.live("anna");
  const { peer, detour } = await overTcp(rig, "anna", "viewer");
  const port = detour.stream.remotePort ?? 0;
  for (const said of [
    framed(Buffer.from("GET / HTTP/1.1\r\n\r\n")),
    framed(bindingRequest("nobody:here")),
    framed(bindingRequest(":")),
    framed(Buffer.alloc(19)),
    Buffer.from([0xff, 0xff]),
  ]) {
    const socket = await stranger(port);
    socket.write(said);
    await closed(socket);
  }
  const many: Socket[] = [];
  for (let count = 0; count <= limits.tcpWaitingPerAddress; count += 1) many.push(await stranger(port));
  await until(() => many.some((socket) => socket.closed), "one too many to be closed");
  // Silent connections have their time, and no more.
  await until(() => many.every((socket) => socket.closed), "all to be closed", limits.tcpAdmitMs + 5_000);
  const count = peer.rtp.length;
  await until(() => peer.rtp.length > count + 20, "the viewer to go on");
});

test(
  "a hundred thousand packets of rubbish on a viewer's own connection disturb nobody and are kept nowhere",
  { timeout: 120_000 },
  async () => {
    const rig = await engine();
    await rig.live("anna");
    const { detour } = await overTcp(rig, "anna", "viewer");
    const other = await rig.viewer("anna", "fan:2|public");
    let state = 7;
    const byte = () => ((state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) >> 16) & 0xff;
    const packetBytesMax = 1_200;
    const noise = Buffer.from(Array.from({ length: 60_000 }, byte));
    const rss: number[] = [];
    for (let sent = 0; sent < 100_000; sent += 1) {
      if (sent % 10_000 === 0) rss.push(megabytes(rig.media.processId()));
      const from = (byte() * 256 + byte()) % (noise.length - packetBytesMax);
      const packet = noise.subarray(from, from + 1 + ((byte() * 256 + byte()) % packetBytesMax));
      if (!detour.stream.write(framed(packet))) await once(detour.stream, "drain");
    }
    const count = other.rtp.length;
    await until(() => other.rtp.length > count + 50, "the other viewer to go on");
    expect(rig.media.healthy()).toBe(true);
    rss.push(megabytes(rig.media.processId()));
    // The first ones warm it up: what is compiled and what waits to be collected.
    expect(Math.max(...rss.slice(5)) - Math.max(...rss.slice(0, 5)), rss.join()).toBeLessThan(24);
  },
);

/** A server of pages whose port media share, as the product has it. */
async function sharedPort() {
  const take: { on?: MediaRig["media"]["passOn"] } = {};
  const takeMedia = (socket: Socket, head: Buffer) => take.on?.(socket, head);
  const http = createHttpServer({ log: createLogger("silent"), trustProxy: 0, takeMedia });
  http.get("/", () => "a page");
  const listening = await listenWide(http, { port: 0, host: "127.0.0.1" });
  const { port } = http.server.address() as AddressInfo;
  const rig = await engine("shared", port);
  take.on = rig.media.passOn;
  const page = async () => (await fetch(`http://127.0.0.1:${port}/`)).text();
  return { port, rig, page, close: () => Promise.all([listening.close(), http.close()]) };
}

/** So many strangers that say what a media connection might begin with. */
const rubbish = (port: number, count: number, localAddress?: string) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const socket = await stranger(port, localAddress);
      socket.write(framed(Buffer.from("no request")));
      return socket;
    }),
  );

test("media share the port of the pages: the server of the pages passes their connections on", async () => {
  const { port, rig, page, close } = await sharedPort();
  await rig.live("anna");
  const { peer, detour } = await overTcp(rig, "anna", "viewer");
  expect(detour.stream.remotePort).toBe(port);
  await until(() => peer.rtp.length > 50, "packets");
  expect(await page()).toBe("a page");
  // The close waits for no viewer: they are the engine's.
  await close();
  const count = peer.rtp.length;
  await until(() => peer.rtp.length > count + 20, "the viewer to go on");
  await rig.media.stop();
  await closed(detour.stream);
});

test("the server of a shared port closes after any number of media connections, and after the engine was started again", async () => {
  const { port, rig, close } = await sharedPort();
  const before = await rubbish(port, 20);
  await until(() => before.every((socket) => socket.closed), "all to be sent away");
  process.kill(rig.media.processId() ?? 0, "SIGKILL");
  await until(() => rig.events.some(({ kind }) => kind === "engine-restarted"), "another engine");
  await close();
});

test("connections that wait for an engine that hangs may be reset, and those that are left end with it", async () => {
  const { port, rig, page } = await sharedPort();
  const hanging = rig.media.processId() ?? 0;
  process.kill(hanging, "SIGSTOP");
  onTestFinished(() => void (rig.media.processId() === hanging && process.kill(hanging, "SIGKILL")));
  const waiting = await rubbish(port, 20);
  await page();
  for (const socket of waiting.slice(0, 10)) socket.resetAndDestroy();
  await page();
  expect(waiting.slice(10).some((socket) => socket.closed)).toBe(false);
  process.kill(hanging, "SIGKILL");
  await until(() => waiting.every((socket) => socket.closed), "the others to be closed");
  expect(await page()).toBe("a page");
});

/** Paths to one session, `evtj`, of an engine that is a socket which hears what reaches it. */
async function pathsToSession(engineAt: () => string = () => "127.0.0.1") {
  const heard = createSocket("udp4").bind(0, "0.0.0.0");
  await once(heard, "listening");
  const paths = new TcpPaths(() => ({ address: engineAt(), port: heard.address().port }));
  const server = createServer((client) => paths.take(client)).listen(0, "127.0.0.1");
  await once(server, "listening");
  open.push(heard, server);
  paths.open("evtj");
  return { heard, port: (server.address() as AddressInfo).port };
}

test("no more connections than calls can wait behind are on their way to an engine that hangs", async () => {
  const { port, rig, page } = await sharedPort();
  const hanging = rig.media.processId() ?? 0;
  process.kill(hanging, "SIGSTOP");
  onTestFinished(() => void (rig.media.processId() === hanging && process.kill(hanging, "SIGKILL")));
  const waiting = await Promise.all(["127.0.4.1", "127.0.4.2"].map((address) => rubbish(port, 150, address)));
  // One has been sent, of which the engine says nothing; 256 wait behind it.
  await until(
    () => waiting.flat().filter((socket) => socket.closed).length === 43,
    "the others to be closed",
  );
  expect(await page()).toBe("a page");
});

test("strangers of many addresses who only wait keep nobody out", async () => {
  const { heard, port } = await pathsToSession();
  const addresses = Math.ceil(limits.tcpWaiting / limits.tcpWaitingPerAddress);
  const first = await stranger(port, "127.0.1.1");
  for (let address = 1; address <= addresses; address += 1)
    await Promise.all(
      Array.from({ length: limits.tcpWaitingPerAddress }, () => stranger(port, `127.0.2.${address}`)),
    );
  const fan = await stranger(port, "127.0.3.1");
  fan.write(framed(bindingRequest("evtj:h6vY")));
  await once(heard, "message");
  await closed(first);
});

test("a session's connections are bounded by the UDP ports that rest after them, however fast they come and go", async () => {
  const { heard, port } = await pathsToSession();
  for (let count = 0; count < limits.tcpPathsPerSession; count += 1) {
    const socket = await stranger(port);
    socket.write(framed(bindingRequest("evtj:h6vY")));
    await once(heard, "message");
    socket.destroy();
  }
  const late = await stranger(port);
  late.write(framed(bindingRequest("evtj:h6vY")));
  await closed(late);
});

test("the engine sees a client over TCP at an address that Firefox believes, which is asked for again for each", async () => {
  let address = machineAddress();
  const { heard, port } = await pathsToSession(() => address);
  const seenAt = async () => {
    (await stranger(port)).write(framed(bindingRequest("evtj:h6vY")));
    const [, from] = (await once(heard, "message")) as [Buffer, { address: string }];
    return from.address;
  };
  expect(await seenAt()).toBe(machineAddress());
  address = "127.0.0.1";
  expect(await seenAt()).toBe("127.0.0.1");
});
