import { once } from "node:events";
import { connect } from "node:net";
import Fastify, { type FastifyInstance } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "#server/kit/clock.ts";
import { openDatabase } from "#server/kit/database/database.ts";
import { createLogger } from "#server/kit/log.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { until } from "#testing/until.ts";
import { openNodes } from "./nodes.ts";

const database = fileDatabase();
const log = createLogger("silent");

/** A node with one route of the owner's, one of its own, and one call. */
async function node(name: string) {
  const db = openDatabase(database.url, { log, poolMax: 3 });
  const nodes = await openNodes({ name, host: "127.0.0.1", port: 0 }, { db, clock: systemClock, log });
  const http: FastifyInstance = Fastify({ trustProxy: false });
  const called: string[] = [];
  const calls = nodes.atOwner(
    {
      note: async (text: string) => {
        if (text === "fails") throw new Error("it does not work");
        called.push(text);
      },
    },
    () => 12_000,
  );
  nodes.passOn(http, ({ routeOptions }) => routeOptions.url === "/owner");
  for (const url of ["/owner", "/own"])
    http.route({
      method: ["GET", "POST"],
      url,
      handler: async (request, reply) =>
        reply
          .code(request.method === "POST" ? 201 : 200)
          .header("location", `/at/${name}`)
          .header("set-cookie", ["a=1", "b=2"])
          .send({ name, body: request.body ?? null, ip: request.ip, headers: request.headers }),
    });
  await http.ready();
  nodes.start(http, { begin: async () => undefined, renewed: () => undefined, end: async () => undefined });
  let isOver = false;
  const stop = async () => {
    if (isOver) return;
    isOver = true;
    await nodes.closeToOthers();
    await nodes.stop();
    await http.close();
    await db.destroy();
  };
  onTestFinished(stop);
  return { name, nodes, http, calls, called, stop };
}

async function ownerAndOther() {
  const owner = await node("owner");
  await until(() => owner.nodes.ownership.ready(), "an owner", 15_000);
  const other = await node("other");
  await until(() => other.nodes.ownership.owner(), "the owner to be known");
  return { owner, other };
}

test("what belongs to the owner is answered by it, whole and as if it had come there; the rest stays", async () => {
  const { other } = await ownerAndOther();
  const order = {
    method: "POST",
    headers: { host: "cams.example", authorization: "Bearer mine", "x-forwarded-for": "1.2.3.4" },
    payload: { text: "ñandú" },
    remoteAddress: "203.0.113.7",
  } as const;
  const answer = await other.http.inject({ ...order, url: "/owner?x=1" });
  expect([answer.statusCode, answer.headers.location, answer.headers["set-cookie"]]).toEqual([
    201,
    "/at/owner",
    ["a=1", "b=2"],
  ]);
  const seen = answer.json();
  expect(seen).toMatchObject({ name: "owner", body: order.payload, ip: "203.0.113.7" });
  expect(seen.headers).toMatchObject(order.headers);
  expect(Object.keys(seen.headers).filter((name) => name.startsWith("x-node"))).toEqual([]);
  expect((await other.http.inject({ ...order, url: "/own" })).json()).toMatchObject({ name: "other" });
});

test("a caller who writes the headers of nodes is a caller still, and the door opens to nobody without the secret", async () => {
  const { owner, other } = await ownerAndOther();
  const forged = { "x-node-call": "note", "x-node-secret": "guessed", "x-node-client": "10.9.9.9" };
  const passed = await other.http.inject({
    ...{ method: "POST", url: "/owner", headers: forged, payload: ["forged"], remoteAddress: "203.0.113.7" },
  });
  expect([passed.statusCode, passed.json().ip]).toEqual([201, "203.0.113.7"]);
  const { address, secret } = (await other.nodes.ownership.owner()) ?? { address: "", secret: "" };
  const knock = (headers: Record<string, string>, body = '["by the door"]') =>
    fetch(`http://${address}/owner`, { method: "POST", headers, body }).then(({ status }) => status);
  // No 401: who passed a request on would hand it to a browser, which asks for no more then.
  expect(await knock({ "x-node-call": "note" })).toBe(421);
  expect(await knock({ "x-node-call": "note", "x-node-secret": `${secret}x` })).toBe(421);
  expect(await knock({ "x-node-call": "toString", "x-node-secret": secret })).toBe(404);
  expect(await knock({ "x-node-call": "note", "x-node-secret": secret }, `["${"x".repeat(70_000)}"]`)).toBe(
    413,
  );
  expect(owner.called).toEqual([]);
  expect(await knock({ "x-node-call": "note", "x-node-secret": secret })).toBe(204);
  expect(owner.called).toEqual(["by the door"]);
});

test("calls are carried out by the owner, fail with it, and wait for the next one", async () => {
  const { owner, other } = await ownerAndOther();
  await Promise.all([owner.calls.note("at home"), other.calls.note("from elsewhere")]);
  expect([owner.called.toSorted(), other.called]).toEqual([["at home", "from elsewhere"], []]);
  await expect(other.calls.note("fails")).rejects.toThrow(/answered note with 500/);
  const third = await node("third");
  const stopping = owner.stop();
  // The node that takes over carries them out.
  await Promise.all([other.calls.note("later"), third.calls.note("later")]);
  await stopping;
  expect([...other.called, ...third.called]).toEqual(["later", "later"]);
  const answer = await third.http.inject({ url: "/owner" });
  expect(["other", "third"]).toContain(answer.json().name);
});

/** A connection to the owner's door, made by nobody of the product. */
async function knockAt({ nodes }: Awaited<ReturnType<typeof node>>) {
  const { address, secret } = (await nodes.ownership.owner()) ?? { address: "", secret: "" };
  const { hostname: host, port } = new URL(`http://${address}`);
  const wire = connect({ host, port: Number(port) });
  onTestFinished(() => void wire.destroy());
  wire.on("error", () => undefined);
  await once(wire, "connect");
  return { wire, secret };
}

test("a connection on which nothing comes does not keep a node from stopping", async () => {
  const { owner, other } = await ownerAndOther();
  await knockAt(other);
  await owner.stop();
  await until(() => other.nodes.ownership.ready(), "another owner", 15_000);
});

test("a socket that is asked for while a node stops is left to the next owner, and does not keep it from stopping", async () => {
  const { owner, other } = await ownerAndOther();
  const { wire, secret } = await knockAt(other);
  wire.write(`GET /own HTTP/1.1\r\nhost: node\r\nx-node-secret: ${secret}\r\n`);
  // The node takes connections in their order: it has this one before it stops.
  await other.http.inject({ url: "/owner" });
  const stopping = owner.stop();
  wire.write("connection: upgrade\r\nupgrade: websocket\r\n\r\n");
  expect(String((await once(wire, "data"))[0])).toContain("421");
  await stopping;
});
