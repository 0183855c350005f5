import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterEach, describe, expect, test } from "vitest";
import { systemClock } from "#server/kit/clock.ts";
import { createHttpServer } from "#server/kit/http/server.ts";
import { createLogger } from "#server/kit/log.ts";
import { refuse } from "#server/kit/result.ts";
import { openSignallingProxy } from "#server/media/livekit/signalling-proxy.ts";
import { createRealtime, type Realtime } from "#server/realtime/realtime.ts";
import { until } from "#testing/until.ts";

const log = createLogger("silent");
let app: FastifyInstance | undefined;
let realtime: Realtime | undefined;
let signalling: ReturnType<typeof openSignallingProxy> | undefined;
const clients: Socket[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await realtime?.stop();
  signalling?.stop();
  signalling = undefined;
  await app?.close();
});

/** LiveKit's signalling before a LiveKit that nobody may reach. */
const closedSignalling = () =>
  openSignallingProxy({
    api: { signalUrl: "ws://127.0.0.1:1", viewerToken: () => Promise.reject(new Error("nobody comes in")) },
    sessions: { stop() {} },
    isOpen: () => true,
    isPublished: () => true,
    authorizePlay: async () => refuse("forbidden"),
    addressOf: () => "127.0.0.1",
    log,
  } as unknown as Parameters<typeof openSignallingProxy>[0]);

/** The HTTP server of the product with the sockets of its pages, and with LiveKit's signalling where it carries the media. */
async function start(media: "engine" | "livekit", trustProxy = 0, connectionsPerAddress = 256) {
  app = createHttpServer({ log, trustProxy, connectionsPerAddress });
  app.get("/here", () => ({ here: true }));
  if (media === "livekit") {
    signalling = closedSignalling();
    signalling.attach(app.server);
  }
  realtime = createRealtime({
    secret: "a secret of the tests",
    clock: systemClock,
    allowedOrigins: () => true,
    authorize: async () => refuse("forbidden"),
  });
  realtime.attach(app.server);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  return (target: string, ...headers: string[]) => {
    const socket = connect({ port, host: "127.0.0.1" });
    clients.push(socket);
    const client = { socket, received: "", isClosed: false };
    socket.on("data", (chunk) => (client.received += chunk));
    socket.on("close", () => (client.isClosed = true));
    socket.on("error", () => {});
    socket.write([`GET ${target} HTTP/1.1`, "Host: here", ...headers, "", ""].join("\r\n"));
    return client;
  };
}

const upgrade = ["Connection: Upgrade", "Upgrade: websocket"];
type Client = ReturnType<Awaited<ReturnType<typeof start>>>;

/** The status of an answer after which the connection was closed. */
async function lastStatus(client: Client): Promise<string | undefined> {
  await until(() => client.isClosed, "the connection to be closed");
  return /^HTTP\/1\.1 (\d+)/.exec(client.received)?.[1];
}

async function expectAlive(ask: Awaited<ReturnType<typeof start>>): Promise<void> {
  const client = ask("/here", "Connection: close");
  expect(await lastStatus(client)).toBe("200");
}

describe.each(["engine", "livekit"] as const)("requests for a socket, with media by %s", (media) => {
  test("one of a path without sockets gets 404 and is hung up on, as is one that is no URL", async () => {
    const ask = await start(media);
    for (const target of ["/x", "/", "/realtime/x", "//", "//realtime", "http://[", "/livekit/luna"])
      expect(await lastStatus(ask(target, ...upgrade)), target).toBe("404");
    expect(await lastStatus(ask("/realtime?ticket=none", ...upgrade))).toBe("400");
    const ofLivekit = await lastStatus(ask("/livekit/luna/rtc?access_token=none", ...upgrade));
    expect(ofLivekit).toBe(media === "livekit" ? "403" : "404");
    await expectAlive(ask);
  });

  test("one that is reset at once ends nothing but its own connection", async () => {
    const ask = await start(media);
    for (const target of ["/x", "//", "/realtime", "/livekit/luna/rtc"]) {
      const client = ask(target, ...upgrade);
      const [, wire] = (await once(app?.server as FastifyInstance["server"], "upgrade")) as [unknown, Socket];
      client.socket.resetAndDestroy();
      await until(() => wire.destroyed, "the server to let go of it");
    }
    await expectAlive(ask);
  });
});

test("an offer to go on in HTTP/2 is passed over, and its request answered", async () => {
  const ask = await start("engine");
  const offer = ["Connection: close, Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABk"];
  expect(await lastStatus(ask("/here", ...offer))).toBe("200");
  expect(await lastStatus(ask("/x", ...offer))).toBe("404");
});

test.each([0, 1])(
  "behind %i proxies no request for a socket that nobody serves keeps a place of its address",
  async (proxies) => {
    const ask = await start("engine", proxies, 2);
    const held = [ask("/x", ...upgrade), ask("/x", ...upgrade), ask("/x", ...upgrade)];
    for (const client of held) await until(() => client.isClosed, "the connection to be closed");
    await expectAlive(ask);
  },
);
