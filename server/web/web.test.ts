import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { contactMessageMax } from "#contract/field-bounds.ts";
import { createSessionCookies } from "#server/identity/session-cookies.ts";
import { signToken } from "#server/identity/session-tokens.ts";
import { systemClock } from "#server/kit/clock.ts";
import type { Viewer } from "#server/kit/http/call.ts";
import { until } from "#testing/until.ts";
import type { PageRequest } from "#web/render/prepare-request.ts";
import { contentSecurityPolicy } from "./content-security-policy.ts";
import type { WebSessions } from "./continue-as.ts";
import { noServiceWorker } from "./static-files.ts";
import { serveWeb } from "./web.ts";

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

const viewer = (userId: number): Viewer => ({
  userId,
  role: "fan",
  tokenId: `session-of-${userId}`,
  expiresAt: new Date(Date.now() + 3_600_000),
  language: "en",
  secondFactorNeeded: false,
});
let signedOut: number[] = [];
/** Sessions by their tokens, `a.b.7` being that of account 7; the cookies are the real ones. */
const sessions: WebSessions = {
  authenticate: async (token) => {
    const id = /^a\.b\.(\d+)$/.exec(token)?.[1];
    return id === undefined ? null : viewer(Number(id));
  },
  signOut: async ({ userId }) => void signedOut.push(userId),
  cookies: createSessionCookies({
    tokenSecret: new Uint8Array(32),
    publicOrigin: "http://fan.example",
    clock: systemClock,
  }),
};
beforeEach(() => {
  signedOut = [];
});

async function serving(pages: (page: PageRequest) => Promise<Response>): Promise<FastifyInstance> {
  const server = Fastify({ genReqId: () => "req-7" });
  app = server;
  server.get("/api/gender", (request) => ({ seen: request.headers.authorization, from: request.ip }));
  server.post("/api/device", (request, reply) =>
    reply.header("set-cookie", `seen=${encodeURIComponent(request.headers.cookie ?? "")}`).send({}),
  );
  server.get("/api/late", (_request, reply) => reply.code(503).send({ code: "overloaded" }));
  server.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: "not_found" }));
  await server.register((scope) =>
    serveWeb(scope, {
      buildDir: "",
      refuseAfterMs: 400,
      demo: true,
      publicOrigin: "http://fan.example",
      photosOrigin: "http://photos.fan.example",
      siteOf: () => ({ logo: null, noindex: false }),
      billingCancelUrl: null,
      twitterSignIn: false,
      sessions,
      countryHeader: null,
      serviceWorker: true,
      developmentPages: async (asked) => ({ response: await pages(asked), whole: null }),
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

  test("R-OPEN-89: every page declares that it is for adults, to filters too", async () => {
    const server = await serving(async () => page("<p>home</p>"));
    expect((await server.inject("/")).headers.rating).toBe("RTA-5042-1996-1400-1577-RTA");
  });

  describe("plain forms", () => {
    const send = async (path: string, headers: Record<string, string> = {}, payload = "login=nico") => {
      const seen: string[] = [];
      const server = await serving(async ({ request }) => {
        seen.push(`${request.method} ${await request.text()}`);
        return page("<p>again</p>", { status: 401 });
      });
      const type = { "content-type": "application/x-www-form-urlencoded" };
      const host = { host: "fan.example", origin: "http://fan.example" };
      const answer = await server.inject({
        method: "POST",
        url: path,
        headers: { ...type, ...host, ...headers },
        payload,
      });
      return { status: answer.statusCode, to: answer.headers.location, seen };
    };

    test("reach the page that takes them, with what was typed", async () => {
      expect(await send("/login")).toEqual({ status: 401, to: undefined, seen: ["POST login=nico"] });
    });

    test("R-LEGAL-07: take a message to support of any length that it may have", async () => {
      const message = `message=${encodeURIComponent("☎".repeat(contactMessageMax))}`;
      const { status, seen } = await send("/content-removal", {}, message);
      expect([status, seen]).toEqual([401, [`POST ${message}`]]);
      expect((await send("/contact", {}, "x".repeat(100_000))).status).toBe(413);
    });

    test("call the API with the visitor's cookies, and bring its cookies back", async () => {
      const server = await serving(async ({ transport, request: { signal } }) => {
        await transport({ method: "POST", path: "/api/device", headers: {}, signal });
        return page("<p>in</p>");
      });
      const answer = await server.inject({
        method: "POST",
        url: "/login",
        headers: { "content-type": "application/x-www-form-urlencoded", cookie: "device=known" },
        payload: "login=nico",
      });
      expect(answer.headers["set-cookie"]).toEqual(["seen=device%3Dknown"]);
    });

    test("change nothing by a page that is only read, whatever its loader asks for", async () => {
      const asked: unknown[] = [];
      const server = await serving(async ({ transport, request: { signal } }) => {
        const call = transport({ method: "POST", path: "/api/device", headers: {}, signal });
        asked.push(await call.catch(() => "refused"));
        return page("<p>read</p>");
      });
      for (const method of ["GET", "HEAD"] as const) await server.inject({ method, url: "/login" });
      expect(asked).toEqual(["refused", "refused"]);
    });

    test.each([
      ["whose origin is another site's", { origin: "https://evil.example" }],
      ["that another site has sent, by the browser's header", { "sec-fetch-site": "cross-site" }],
    ])("%s reach nothing", async (_whose, headers) => {
      expect(await send("/login", headers)).toEqual({ status: 303, to: "/login", seen: [] });
    });

    test("are refused by all other pages, and where they are too long or no forms", async () => {
      expect((await send("/videos")).status).toBe(405);
      expect((await send("/login", {}, "x".repeat(20_000))).status).toBe(413);
      expect((await send("/login", { "content-type": "text/plain" })).status).toBe(415);
    });
  });

  test("a page that lacks something because there is too much to do is the small page that loads itself again", async () => {
    const server = await serving(async ({ transport, request: { signal } }) => {
      await transport({ method: "GET", path: "/api/late", headers: {}, signal });
      return page("<p>a page without its rooms</p>");
    });
    const browser = { accept: "text/html,*/*" };
    const answer = await server.inject({ url: "/", headers: browser });
    expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "5"]);
    expect(answer.body).not.toContain("without its rooms");
    expect(answer.body).toContain("Fanlight is very busy");
  });

  describe("the question whether to go on as somebody else", () => {
    const decide = async (answer: string, headers: Record<string, string> = {}, to = "/videos?x=1") => {
      const server = await serving(async () => page("<p>home</p>"));
      const reply = await server.inject({
        method: "POST",
        url: `/continue-as?answer=${answer}&to=${encodeURIComponent(to)}`,
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          host: "fan.example",
          origin: "http://fan.example",
          cookie: "token=a.b.8; fan_id=8; handed_token=a.b.7",
          ...headers,
        },
      });
      const cookies = [reply.headers["set-cookie"] ?? []].flat();
      return { status: reply.statusCode, to: reply.headers.location, cookies: cookies.join("\n") };
    };

    test("R-AUTH-27: continuing ends the previous session, and the token's replaces it for three hours", async () => {
      const { status, to, cookies } = await decide("continue");
      expect([status, to, signedOut]).toEqual([303, "/videos?x=1", [8]]);
      expect(cookies).toContain("token=a.b.7; Path=/; SameSite=Lax; Max-Age=10800");
      expect(cookies).toContain("fan_id=7; Path=/; SameSite=Lax; Max-Age=10800");
      expect(cookies).toContain("handed_token=; Path=/continue-as; HttpOnly; SameSite=Lax; Max-Age=0");
      expect(cookies).toContain("session_ended=1;");
      expect(cookies).toContain("file_session=session-of-7.");
    });

    test("R-AUTH-27: staying forgets the token and nothing else", async () => {
      const { status, to, cookies } = await decide("stay");
      expect([status, to, signedOut]).toEqual([303, "/videos?x=1", []]);
      expect(cookies).toBe("handed_token=; Path=/continue-as; HttpOnly; SameSite=Lax; Max-Age=0");
    });

    test.each([
      ["without a token", { cookie: "token=a.b.8; fan_id=8" }],
      ["with a token that has died meanwhile", { cookie: "token=a.b.8; fan_id=8; handed_token=dead" }],
      ["from another site", { origin: "https://evil.example" }],
      ["across sites", { "sec-fetch-site": "cross-site" }],
    ])("R-AUTH-27: continuing %s leaves everybody as they are", async (_how, headers) => {
      const { status, cookies } = await decide("continue", headers);
      expect([status, signedOut]).toEqual([303, []]);
      expect(cookies).not.toMatch(/^token=/m);
    });

    test("R-AUTH-27: the answer leads to no other site", async () => {
      for (const elsewhere of ["//evil.example", "https://evil.example/", "/.//evil.example"])
        expect((await decide("stay", {}, elsewhere)).to).toBe("/");
    });
  });

  test("R-OPEN-91: a page in a session sets the cookie by which its players read private files, a guest's sets none", async () => {
    const server = await serving(async () => page("<p>home</p>"));
    const claims = {
      accountId: 7,
      role: "fan",
      tokenId: randomUUID(),
      expiresAt: new Date(Date.now() + 60_000),
    } as const;
    const token = await signToken(new Uint8Array(32), claims, new Date());
    const cookieOf = async (cookie: string) =>
      String((await server.inject({ url: "/", headers: { cookie } })).headers["set-cookie"]);
    expect(await cookieOf(`token=${token}; fan_id=7`)).toContain(`file_session=${claims.tokenId}.`);
    for (const cookie of ["theme=dark", "token=a.b.c; fan_id=7"])
      expect(await cookieOf(cookie)).toBe("undefined");
  });

  test("the page for when there is no connection is the same for everybody, and runs nothing but its own script", async () => {
    const server = await serving(async () => page("<p>home</p>"));
    const answer = await server.inject({
      url: "/offline.html",
      headers: { cookie: "token=a.b.7; fan_id=7" },
    });
    const again = await server.inject("/offline.html");
    expect([answer.statusCode, answer.body]).toEqual([200, again.body]);
    const { "content-security-policy": policy, "set-cookie": cookie } = answer.headers;
    expect(cookie).toBeUndefined();
    for (const name of ["style", "script"]) {
      const text = new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(answer.body)?.[1] ?? "";
      const hash = createHash("sha256").update(text).digest("base64");
      expect(policy).toContain(`${name}-src 'sha256-${hash}'`);
    }
    expect(answer.body).not.toMatch(/(src|href)="\/?assets/);
  });

  test("where the service worker is off, one that uninstalls the earlier one is served", async () => {
    const server = await serving(async () => page("<p>home</p>"));
    const { statusCode, body, headers } = await server.inject("/sw.js");
    expect([statusCode, body]).toEqual([200, noServiceWorker]);
    expect(headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "no-cache",
    });
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
