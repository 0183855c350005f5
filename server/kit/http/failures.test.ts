import type { FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { createLogger } from "#server/kit/log.ts";
import { Outage } from "../outage.ts";
import { createHttpServer } from "./server.ts";

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

test("what fails shows under which id the log has more, as its header does", async () => {
  const lines: string[] = [];
  const log = createLogger("warn", { write: (line: string) => void lines.push(line) });
  app = createHttpServer({ log, trustProxy: 0 });
  app.get("/bug", () => {
    throw new Error("a bug");
  });
  app.get("/outage", () => {
    throw new Outage("unavailable", 1, "something is away");
  });
  app.get("/full", () => {
    throw Object.assign(new Error("no space left on device, write"), { code: "ENOSPC" });
  });
  for (const [url, status, code] of [
    ["/bug", 500, "failed"],
    ["/outage", 503, "unavailable"],
    ["/full", 503, "files_away"],
  ] as const) {
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(status);
    const { request_id: id, ...body } = answer.json();
    expect(body).toMatchObject({ code, message: expect.any(String) });
    expect(id).toBe(answer.headers["x-request-id"]);
    expect(lines.filter((line) => line.includes(id)).length, url).toBeGreaterThan(0);
  }
});

test("a page at an address that cannot be read is one that does not exist, of this host; a script is refused", async () => {
  app = createHttpServer({ log: createLogger("silent"), trustProxy: 0 });
  app.get("/*", ({ url }) => url);
  const page = (url: string) => app?.inject({ url, headers: { accept: "text/html,*/*;q=0.8" } });
  for (const [asked, shown] of [
    ["/100%", "/100%25"],
    ["/caf%E9?from=%zz&to=?", "/caf%25E9?from=%zz&to=?"],
    ["//elsewhere.example/%zz", "/elsewhere.example/%25zz"],
  ] as const) {
    const sent = await page(asked);
    expect([sent?.statusCode, sent?.headers.location]).toEqual([302, shown]);
    expect((await page(shown))?.body).toBe(shown);
  }
  const refused = await app.inject({ url: "/100%", headers: { accept: "application/json" } });
  expect([refused.statusCode, refused.json().code]).toEqual([400, "bad_request"]);
});
