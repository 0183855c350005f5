import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { createLogger } from "#server/kit/log.ts";
import { until } from "#testing/until.ts";
import { type Listening, listenWide } from "./listen.ts";
import { createHttpServer, type HttpServerOptions } from "./server.ts";

let app: FastifyInstance | undefined;
let listening: Listening | undefined;
const clients: Socket[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await Promise.all([listening?.close(), app?.close()]);
});

type Client = { socket: Socket; received(): string; isClosed(): boolean; send(text: string): void };

async function start(options: Partial<HttpServerOptions>, mount: (app: FastifyInstance) => void = () => {}) {
  app = createHttpServer({ log: createLogger("silent"), trustProxy: 0, ...options });
  app.get("/here", () => ({ here: true }));
  mount(app);
  listening = await listenWide(app, { port: 0, host: "127.0.0.1" });
  const port = (app.server.address() as { port: number }).port;
  return (localAddress = "127.0.0.1"): Client => {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    clients.push(socket);
    let text = "";
    let closed = false;
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("close", () => {
      closed = true;
    });
    socket.on("error", () => {});
    return { socket, received: () => text, isClosed: () => closed, send: (line) => void socket.write(line) };
  };
}

/** Longer than a test may take. */
const hangs = 600_000;

const request = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, "Host: here", ...headers, "", ""].join("\r\n");
const statusOf = (client: Client) =>
  until(() => /^HTTP\/1\.1 (\d+)/.exec(client.received())?.[1], "an answer");

test("a client that lets its headers drip in, or sends nothing, is cut off; one that answers in time is not", async () => {
  const open = await start({ headersSeconds: 1 });
  const [silent, dripping, quick] = [open(), open(), open()];
  dripping.send("GET /here HTTP/1.1\r\nHost: he");
  quick.send(request("/here"));
  expect(await statusOf(quick)).toBe("200");
  await until(() => silent.isClosed() && dripping.isClosed(), "the slow clients to be cut off");
  expect(dripping.received()).toMatch(/^HTTP\/1\.1 408 /);
  expect(quick.isClosed()).toBe(false);
});

test("a call from within the process comes by no connection, and nothing is cut off for it", async () => {
  const open = await start({ bodySeconds: 0.2 }, (server) => {
    server.post("/form", () => ({ taken: true }));
  });
  const inner = await app?.inject({ method: "POST", url: "/form", payload: { text: "whole" } });
  expect(inner?.json()).toEqual({ taken: true });
  // By the time this later one is cut off, the inner call's time has passed too.
  const late = open();
  late.send(
    "POST /form HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
  );
  await until(() => late.isClosed(), "the late body to be cut off");
  const alive = open();
  alive.send(request("/here"));
  expect(await statusOf(alive)).toBe("200");
});

test("a small body has to come soon, and a large file may take as long as it keeps coming", async () => {
  const open = await start({ headersSeconds: 1, bodySeconds: 1 }, (server) => {
    server.addContentTypeParser(
      "text/plain",
      { parseAs: "string" },
      async (_request: unknown, body: unknown) => body,
    );
    server.post("/form", () => ({ taken: true }));
    server.post("/upload", { config: { bodyMayTakeLong: true } }, () => ({ taken: true }));
  });
  const post = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: here\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nab`;
  const [form, upload] = [open(), open()];
  form.send(post("/form"));
  upload.send(post("/upload"));
  await until(() => form.isClosed(), "the slow form to be cut off");
  expect(upload.isClosed()).toBe(false);
  upload.send("cd");
  expect(await statusOf(upload)).toBe("200");
});

test("one address holds so many connections and no more: the next is refused at once, others come in", async () => {
  const open = await start({ connectionsPerAddress: 2 });
  const held = [open(), open()];
  for (const client of held) client.send(request("/here"));
  for (const client of held) expect(await statusOf(client)).toBe("200");
  const tooMany = open();
  tooMany.send(request("/here", "X-Forwarded-For: 203.0.113.9"));
  expect(await statusOf(tooMany)).toBe("429");
  await until(() => tooMany.isClosed(), "the refused connection to close");
  const neighbour = open("127.0.0.2");
  neighbour.send(request("/here"));
  expect(await statusOf(neighbour)).toBe("200");
  held[0]?.socket.destroy();
  await until(async () => {
    const again = open();
    again.send(request("/here"));
    return (await statusOf(again)) === "200";
  }, "a slot to become free");
});

test("behind a proxy the bound is on what each forwarded address has under way, not on the proxy", async () => {
  const answers: (() => void)[] = [];
  const open = await start({ trustProxy: 1, connectionsPerAddress: 2 }, (server) => {
    server.get("/slow", () => new Promise((resolve) => void answers.push(() => resolve({}))));
  });
  const from = (address: string) => `X-Forwarded-For: ${address}`;
  const slow = [open(), open(), open()];
  for (const [index, client] of slow.entries())
    client.send(request("/slow", from(index < 2 ? "203.0.113.1" : "203.0.113.2")));
  await until(() => answers.length === 3, "three requests to be under way");
  const tooMany = open();
  tooMany.send(request("/here", from("203.0.113.1")));
  expect(await statusOf(tooMany)).toBe("429");
  expect(tooMany.received()).toContain('"code":"too_many"');
  for (const answer of answers) answer();
  for (const client of slow) expect(await statusOf(client)).toBe("200");
  const after = open();
  after.send(request("/here", from("203.0.113.1")));
  expect(await statusOf(after)).toBe("200");
});

test("callers who come at once are not let in one after the other: several are taken in a turn of the event loop", async () => {
  const open = await start({});
  let turn = 0;
  const takenIn = new Map<number, number>();
  const nextTurn = () => {
    turn += 1;
    if (app?.server.listening) setImmediate(nextTurn);
  };
  setImmediate(nextTurn);
  app?.server.on("connection", () => takenIn.set(turn, (takenIn.get(turn) ?? 0) + 1));
  const callers = Array.from({ length: 64 }, () => open());
  for (const caller of callers) caller.send(request("/here"));
  for (const caller of callers) expect(await statusOf(caller)).toBe("200");
  expect(Math.max(...takenIn.values())).toBeGreaterThan(2);
});

test("the port is shared with nobody else, and closing hangs up on the free connections of all its sockets", async () => {
  const open = await start({});
  const address = app?.server.address() as { port: number };
  const stranger = createServer().listen({ port: address.port, host: "127.0.0.1" });
  expect(await once(stranger, "error")).toMatchObject([{ code: "EADDRINUSE" }]);
  const callers = Array.from({ length: 40 }, () => open());
  for (const caller of callers) caller.send(request("/here"));
  for (const caller of callers) expect(await statusOf(caller)).toBe("200");
  await Promise.all([listening?.close(), app?.close()]);
  await until(() => callers.every((caller) => caller.isClosed()), "every connection to be closed");
  const late = open();
  await until(() => late.isClosed(), "a later caller to be turned away");
  expect(late.received()).toBe("");
});

test("a port that somebody else has is not listened on", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as { port: number };
  app = createHttpServer({ log: createLogger("silent"), trustProxy: 0 });
  await expect(listenWide(app, { port, host: "127.0.0.1" })).rejects.toMatchObject({ code: "EADDRINUSE" });
  taken.close();
});

test("an orderly end waits for no connection without a request, as browsers open ahead, nor for one that drips in", async () => {
  const open = await start({ closing: { unusedMs: 10, answersMs: hangs } });
  const [silent, dripping, kept] = [open(), open(), open()];
  dripping.send("GET /here HTTP/1.1\r\nHost: he");
  kept.send(request("/here"));
  expect(await statusOf(kept)).toBe("200");
  await Promise.all([listening?.close(), app?.close()]);
  await until(() => [silent, dripping, kept].every((each) => each.isClosed()), "all to be closed");
});

test("an orderly end lets a request under way be answered, and cuts off one that takes longer than it waits", async () => {
  const slow = Promise.withResolvers<object>();
  const begun: string[] = [];
  const mount = (server: FastifyInstance) => {
    server.get("/slow", async () => {
      begun.push("slow");
      return slow.promise;
    });
    server.get("/stuck", () => {
      begun.push("stuck");
      return new Promise(() => {});
    });
  };
  const open = await start({ closing: { unusedMs: 1, answersMs: 2_000 } }, mount);
  const [one, other] = [open(), open()];
  one.send(request("/slow"));
  other.send(request("/stuck"));
  await until(() => begun.length === 2, "both requests to be under way");
  const closed = Promise.all([listening?.close(), app?.close()]);
  slow.resolve({ at: "last" });
  expect(await statusOf(one)).toBe("200");
  await closed;
  await until(() => other.isClosed(), "the stuck one to be cut off");
  expect(other.received()).toBe("");
});
