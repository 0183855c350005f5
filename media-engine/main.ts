import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type Server, Socket } from "node:net";
import { Engine } from "#engine/engine.ts";
import { FramesDoor } from "#engine/frames/frames-door.ts";
import type {
  EngineMessage,
  EngineReply,
  EngineRequest,
  EngineSettings,
  PortMessage,
} from "#engine/ipc/protocol.ts";
import { machineAddress } from "#engine/tcp/machine-address.ts";
import { TcpPaths } from "#engine/tcp/tcp-paths.ts";
import { quietLibrary, reserveUdpPort } from "#engine/transport.ts";

/** The engine's process: forked by the application, spoken to over IPC, gone when the application is. */
const asked: EngineSettings = JSON.parse(process.argv[2] ?? "{}");
const settings = { ...asked };
const freePortTries = 10;
let tcpServer: Server | null = null;
let endsAt = Number.POSITIVE_INFINITY;

process.on("disconnect", () => process.exit(0));
// Ctrl-C and a service manager's stop reach the whole process group; the parent decides when the engine ends.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
quietLibrary((message) => console.error(`media transport: ${message}`));

const taken = await takePort();
if (taken !== "ports") fail(taken);
else if (!dropRights()) fail("rights_kept");
else serve();

function fail(reason: Extract<EngineMessage, { type: "failed" }>["reason"]): void {
  send({ type: "failed", reason }, () => process.exit(1));
}

async function freeUdpPort(bindAddress?: string): Promise<number> {
  const socket = createSocket("udp4").bind(0, bindAddress);
  await once(socket, "listening");
  const { port } = socket.address();
  socket.close();
  await once(socket, "close");
  return port;
}

/** Any free port may be somebody else's by the time it is taken: then another one is. */
async function takePort(): Promise<"ports" | "udp_port_taken" | "tcp_port_taken"> {
  let missing: "udp_port_taken" | "tcp_port_taken" = "udp_port_taken";
  for (let tries = asked.udpPort ? 1 : freePortTries; tries > 0; tries -= 1) {
    settings.udpPort = asked.udpPort || (await freeUdpPort(asked.bindAddress));
    let release = () => {};
    try {
      missing = "udp_port_taken";
      release = reserveUdpPort(settings);
      missing = "tcp_port_taken";
      if (settings.tcp === "own") tcpServer = await listenForTcp();
      process.on("exit", release);
      return "ports";
    } catch {
      release();
    }
  }
  return missing;
}

/** Takes the same port number in TCP; nobody is answered there before the engine serves. */
async function listenForTcp(): Promise<Server> {
  const server = createServer({ noDelay: true });
  server.listen({ port: settings.udpPort, ...(settings.bindAddress ? { host: settings.bindAddress } : {}) });
  await once(server, "listening");
  return server;
}

/**
 * Root is needed for a port below 1024, and to load the program where its folder is closed to others. Nothing has been read
 * from the network yet when it is given up, by every thread.
 */
function dropRights(): boolean {
  const { runAs } = settings;
  if (!runAs) return true;
  try {
    process.setgroups?.([]);
    process.setgid?.(runAs.gid);
    process.setuid?.(runAs.uid);
    return process.getuid?.() === runAs.uid;
  } catch {
    return false;
  }
}

function serve(): void {
  const tcpPaths = settings.tcp ? new TcpPaths(ownAddress) : null;
  const network = tcpPaths ? { ...settings, tcpPaths } : settings;
  const engine = new Engine(network, (event) => send({ type: "event", event }), monotonicClock());
  const door = new FramesDoor((hello) => send({ type: "hello", hello }));
  tcpServer?.on("connection", (client) => tcpPaths?.take(client));
  process.on("message", async (request: EngineRequest | PortMessage, client: unknown) => {
    if (request.op !== "connection" && request.op !== "frames")
      send({ type: "reply", reply: await serveRequest(engine, door, request) });
    // A connection that was closed on the way comes without its socket.
    else if (client instanceof Socket) {
      const head = Buffer.from(request.head, "base64");
      if (request.op === "frames") door.take(client, request.upgrade, head);
      else takePassed(client, head);
    }
  });
  const takePassed = (client: Socket, head: Buffer) =>
    tcpPaths ? tcpPaths.take(client, head) : client.destroy();
  setInterval(() => engine.repair(), 20);
  setInterval(() => engine.observe(), 80);
  setInterval(() => send({ type: "report", rooms: engine.report(), loss: engine.loss }), 1000);
  setInterval(endInTime, 50);
  send({ type: "ready" });
}

/** Where the engine's own UDP port is reached from this machine, which may get another address at any time. */
function ownAddress(): { address: string; port: number } {
  const { bindAddress, udpPort } = settings;
  const isEverywhere = !bindAddress || bindAddress === "0.0.0.0" || bindAddress === "::";
  return { address: isEverywhere ? machineAddress() : bindAddress, port: udpPort };
}

/** Ms of CLOCK_MONOTONIC, which the parent reads too: its pauses are compared with what flowed. */
function monotonicClock(): () => number {
  const startMs = Number(process.hrtime.bigint()) / 1e6 - performance.now();
  return () => startMs + performance.now();
}

/** At once, without a word to anybody: from then on the media may be another node's. */
function endInTime(): void {
  const nowMs = Number(process.hrtime.bigint() / 1_000_000n);
  if (nowMs >= endsAt) process.exit(0);
}

/** Carries out one request of the parent. */
async function serveRequest(engine: Engine, door: FramesDoor, request: EngineRequest): Promise<EngineReply> {
  const { id } = request;
  switch (request.op) {
    case "publish":
      return { id, ...(await engine.publish(request.room, request.offerSdp, request.after)) };
    case "play":
      return {
        id,
        ...(await engine.play(request.room, request.offerSdp, request.sessionTag, request.layer)),
      };
    case "watch":
      return { id, ...engine.watch(request.watch, () => door.letIn(request.watch.connection)) };
    case "begin":
      return { id, ok: true, found: engine.begin(request.sessionId) };
    case "refuse":
      door.refuse(request.connection, request.refusal);
      return { id, ok: true };
    case "prefer":
      return { id, ok: true, found: engine.prefer(request.sessionId, request.layer) };
    case "end":
      return { id, ok: true, found: engine.end(request.sessionId) };
    case "endRoomViewers":
      engine.endRoomViewers(request.room, request.exceptTags);
      return { id, ok: true };
    case "endPublisher":
      engine.endPublisher(request.room);
      return { id, ok: true };
    case "hold":
      engine.hold(request.room, request.held);
      return { id, ok: true };
    case "flow":
      return { id, ok: true, flows: engine.flows(request.room) };
    case "extend":
      endsAt = request.endsAt;
      return { id, ok: true };
    case "keyframe":
      engine.requestKeyframe(request.room);
      return { id, ok: true };
  }
}

function send(message: EngineMessage, done?: () => void): void {
  // The callback keeps a parent that has just gone from becoming an uncaught error.
  process.send?.(message, undefined, undefined, () => done?.());
}
