import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { createLogger } from "#server/kit/log.ts";
import { createHttpServer } from "./server.ts";

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

/** A server that takes two calls a minute of an address; answers the status that a request target is answered with. */
async function start() {
  app = createHttpServer({ log: createLogger("silent"), trustProxy: 0, callsPerMinute: 2 });
  app.get("/api/here", () => ({ here: true }));
  app.post("/chat/:chat_id/message", () => ({ sent: true }));
  app.get("/*", () => "a page");
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  return async (target: string, method = "GET") => {
    const asked = request({ port, host: "127.0.0.1", path: target, method }).end();
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };
}

test.each([
  "/api/here",
  "/%61pi/here",
  "/ap%69/h%65re?x",
  "http://elsewhere.example/api/here",
  "http://elsewhere.example/%61pi/here",
])("calls of an address are counted, however they write their path: %s", async (target) => {
  const ask = await start();
  expect([await ask(target), await ask(target), await ask(target)]).toEqual([200, 200, 429]);
  expect(await ask("/api/here"), "written plainly").toBe(429);
});

test("files for chats are counted with the other calls, the pages of chats are not", async () => {
  const ask = await start();
  for (const _ of [1, 2, 3]) expect(await ask("/chat/5")).toBe(200);
  const send = () => ask("/%63hat/5/message", "POST");
  expect([await send(), await send(), await send()]).toEqual([200, 200, 429]);
  expect(await ask("/api/here")).toBe(429);
});

test("calls of what is not there are counted with the others, pages are not", async () => {
  const ask = await start();
  for (const _ of [1, 2, 3]) expect(await ask("/a-page?of=/api/here")).toBe(200);
  expect([await ask("/api/nowhere"), await ask("/%61pi/nowhere", "POST"), await ask("/api/here")]).toEqual([
    200, 404, 429,
  ]);
});
