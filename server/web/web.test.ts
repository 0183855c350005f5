import { Readable } from "node:stream";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, describe, expect, test } from "vitest";
import { until } from "#testing/until.ts";
import type { PageRequest } from "#web/lib/server-facts.ts";
import { contentSecurityPolicy } from "./content-security-policy.ts";
import type { PageHandler } from "./pages.ts";
import { serveWeb } from "./web.ts";

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

async function serving(pages: PageHandler): Promise<FastifyInstance> {
  const server = Fastify({ genReqId: () => "req-7" });
  app = server;
  server.get("/api/gender", (request) => ({ seen: request.headers.authorization, from: request.ip }));
  server.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: "not_found" }));
  await server.register((scope) =>
    serveWeb(scope, {
      buildDir: "",
      demo: true,
      publicOrigin: "http://fan.example",
      photosOrigin: "http://photos.fan.example",
      siteOf: () => ({ logo: null, noindex: false }),
      billingCancelUrl: null,
      twitterSignIn: false,
      developmentPages: pages,
    }),
  );
  return server;
}

const page = (html: string, init: ResponseInit = {}): Response =>
  new Response(html, { headers: { "content-type": "text/html; charset=utf-8" }, ...init });

describe("pages inside the app", () => {
  test("R-ROUTE-39: a page keeps the status that it was rendered with and names the request", async () => {
    const server = await serving(async () => page("<p>gone</p>", { status: 404 }));
    const answer = await server.inject("/nowhere");
    expect(answer.statusCode).toBe(404);
    expect(answer.headers).toMatchObject({ "x-request-id": "req-7", "cache-control": "private, no-store" });
  });

  test("R-OPEN-89: every page says that it is for adults, to filters too", async () => {
    const server = await serving(async () => page("<p>home</p>"));
    expect((await server.inject("/")).headers.rating).toBe("RTA-5042-1996-1400-1577-RTA");
  });

  test("R-OPEN-89: an age is certified by a plain form, which leads back to the page and to no other site", async () => {
    const server = await serving(async () => page("<p>home</p>"));
    const certify = (back: string) =>
      server.inject({
        method: "POST",
        url: `/adult?back=${encodeURIComponent(back)}`,
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
    const answer = await certify("/videos?search=ada");
    expect([answer.statusCode, answer.headers.location]).toEqual([303, "/videos?search=ada"]);
    expect(answer.headers["set-cookie"]).toBe("adult=1; Path=/; SameSite=Lax; Max-Age=31536000");
    for (const elsewhere of ["//evil.example", "https://evil.example/", "/.//evil.example"])
      expect((await certify(elsewhere)).headers.location, elsewhere).toBe("/");
  });

  test("a miss under an API path is an API answer, never a page", async () => {
    const server = await serving(async () => page("<p>a page</p>"));
    for (const path of ["/api/unknown", "/service/x", "/whep/luna", "/assets/old.js"]) {
      const answer = await server.inject(path);
      expect([answer.statusCode, answer.json()], path).toEqual([404, { code: "not_found" }]);
    }
  });

  test("the renderer gets the address, the cookies and a way into the API in the visitor's name", async () => {
    const seen: { page?: PageRequest; answer?: string } = {};
    const server = await serving(async (asked) => {
      seen.page = asked;
      const signal = asked.request.signal;
      const call = { method: "GET", path: "/api/gender", headers: { authorization: "Bearer a.b.c" }, signal };
      seen.answer = (await asked.transport(call)).text;
      return page("<p>home</p>");
    });
    await server.inject({ url: "/?x=1", headers: { cookie: "lang=es" }, remoteAddress: "10.0.0.9" });
    expect(seen.page?.request.url).toBe("http://fan.example/?x=1");
    expect(seen.page?.request.headers.get("cookie")).toBe("lang=es");
    expect(JSON.parse(seen.answer ?? "")).toEqual({ seen: "Bearer a.b.c", from: "10.0.0.9" });
  });

  test("several cookies and a redirect pass through unchanged", async () => {
    const headers = new Headers({ location: "/login" });
    headers.append("set-cookie", "token=; Path=/");
    headers.append("set-cookie", "fan_id=; Path=/");
    const server = await serving(async () => new Response(null, { status: 302, headers }));
    const answer = await server.inject("/stream/luna");
    expect(answer.statusCode).toBe(302);
    expect(answer.headers["set-cookie"]).toEqual(["token=; Path=/", "fan_id=; Path=/"]);
  });

  test("the first part of a page is sent before the last is rendered, compressed too", async () => {
    const source = new Readable({ read: () => undefined });
    const body = Readable.toWeb(source) as ReadableStream<Uint8Array>;
    const server = await serving(
      async () => new Response(body, { headers: { "content-type": "text/html" } }),
    );
    const origin = await server.listen({ port: 0, host: "127.0.0.1" });
    source.push(Buffer.from(`<p>${"first".repeat(500)}</p>`));
    const answer = await fetch(origin, { headers: { "accept-encoding": "br" } });
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    expect(answer.headers.get("content-encoding")).toBe("br");
    expect(new TextDecoder().decode(first?.value)).toContain("first");
    source.push(null);
    while (reader && !(await reader.read()).done);
  });

  test("a visitor who leaves ends the rendering", async () => {
    const asked: PageRequest[] = [];
    const server = await serving((request) => {
      asked.push(request);
      return new Promise(() => undefined);
    });
    const origin = await server.listen({ port: 0, host: "127.0.0.1" });
    const leave = new AbortController();
    const answer = fetch(origin, { signal: leave.signal }).catch(() => null);
    await until(() => asked[0], "the page to be asked for");
    leave.abort();
    await answer;
    expect(await until(() => asked[0]?.request.signal.aborted, "the rendering to end")).toBe(true);
  });
});

describe("the content security policy", () => {
  const sources = { publicOrigin: "https://fan.example", connectTo: ["https://media.example"] };

  test("only scripts with the nonce run", () => {
    const policy = contentSecurityPolicy("abc", sources, "fan.example");
    expect(policy).toContain("script-src 'nonce-abc' 'strict-dynamic';");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toContain("frame-ancestors 'self'");
  });

  test("sockets of the own host and the given origins may be reached and framed, a crafted host adds nothing", () => {
    const policy = contentSecurityPolicy("abc", sources, "fan.example");
    expect(policy).toContain("connect-src 'self' ws://fan.example wss://fan.example https://media.example;");
    expect(policy).toContain("frame-src 'self';");
    const framed = contentSecurityPolicy(
      "abc",
      { ...sources, framesOf: ["https://pay.example"] },
      "fan.example",
    );
    expect(framed).toContain("frame-src 'self' https://pay.example;");
    expect(contentSecurityPolicy("abc", sources, "x; script-src *")).not.toContain("script-src *");
  });
});
