import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OverloadedError } from "#server/kit/database/wait-budget.ts";
import { until } from "#testing/until.ts";
import type { PageRequest } from "#web/render/prepare-request.ts";
import { type RenderThread, renderInThread } from "./render-thread.ts";

/** A build whose pages do what their address names. */
const bundle = `
const shared = Buffer.from("a page that guests share".repeat(50));
const html = (text, headers = []) => ({ response: new Response(text, { headers }), whole: null });
const acts = {
  async "/plain"({ request, transport, nonce }) {
    const { status, text } = await transport({ method: "GET", path: "/api/gender", headers: { a: "b" } });
    const seen = JSON.stringify([status, text, nonce, request.headers.get("cookie")]);
    return html(seen, [["set-cookie", "a=1"], ["set-cookie", "b=2"]]);
  },
  "/form": async ({ request }) => html(request.method + (await request.text())),
  "/shared": async () => ({ response: new Response(null), whole: { body: shared, nonce: "theirs" } }),
  "/elsewhere": async () => ({ response: Response.redirect("http://app.test/login", 303), whole: null }),
  async "/broken"({ report }) {
    report(new TypeError("seen on the way"));
    throw new RangeError("broken page");
  },
  "/refused": ({ transport }) => transport({ method: "GET", path: "/api/none", headers: {} }),
  async "/waits"({ request }) {
    await new Promise((resolve) => request.signal.addEventListener("abort", resolve));
    return html("left");
  },
  async "/blocks"() {
    for (const until = performance.now() + 1500; performance.now() < until; );
    return html("late");
  },
  "/dies": () => {
    setImmediate(() => { throw new Error("nobody catches this"); });
    return new Promise(() => {});
  },
};
const createPageHandler = () => (page) => acts[new URL(page.request.url).pathname](page);
export const entry = { module: { createPageHandler } };
`;

let buildDir = "";
let thread: RenderThread;
const reported: unknown[] = [];
beforeAll(async () => {
  buildDir = mkdtempSync(path.join(tmpdir(), "fanlight-pages-"));
  mkdirSync(path.join(buildDir, "server"));
  writeFileSync(path.join(buildDir, "server", "package.json"), `{"type":"module"}`);
  writeFileSync(path.join(buildDir, "server", "index.js"), bundle);
  thread = await renderInThread(buildDir, 200);
});
afterAll(async () => {
  await thread.stop();
  rmSync(buildDir, { recursive: true });
});

function ask(address: string, init: RequestInit = {}, transport?: PageRequest["transport"]) {
  return thread.pages({
    request: new Request(`http://app.test${address}`, { headers: { cookie: "c=1" }, ...init }),
    transport: transport ?? (async ({ path, headers }) => ({ status: 200, text: `${path} ${headers.a}` })),
    nonce: "ours",
    report: (error: unknown) => void reported.push(error),
    ...{ requestId: "1", demo: true, origin: "http://app.test", photosOrigin: "http://photos.test" },
    ...{
      site: { logo: null, noindex: false, sheet: null },
      siteName: "Fanlight",
      billingCancelUrl: null,
      twitter: false,
    },
  });
}
const textOf = ({ whole }: Awaited<ReturnType<typeof ask>>) => String(whole?.body);

test("a page is rendered elsewhere, and what it reads is called here", async () => {
  const answer = await ask("/plain");
  expect(JSON.parse(textOf(answer))).toEqual([200, "/api/gender b", "ours", "c=1"]);
  expect(answer.response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(answer.whole?.nonce).toBe("ours");
  expect(textOf(await ask("/form", { method: "POST", body: "name=ana" }))).toBe("POSTname=ana");
});

test("a document comes back compressed, as often as guests share it, with the nonce of its scripts", async () => {
  for (let turn = 0; turn < 3; turn++) {
    const { response, whole } = await ask("/shared", { headers: { "accept-encoding": "br" } });
    expect([response.headers.get("content-encoding"), whole?.nonce]).toEqual(["br", "theirs"]);
    expect(String(brotliDecompressSync(whole?.body ?? ""))).toBe("a page that guests share".repeat(50));
  }
});

test("a way elsewhere has no document", async () => {
  const { response, whole } = await ask("/elsewhere", { headers: { "accept-encoding": "gzip" } });
  const { status, headers } = response;
  expect([status, headers.get("location"), headers.get("content-encoding"), whole]).toEqual([
    303,
    "http://app.test/login",
    null,
    null,
  ]);
});

test("what breaks in a page is reported here with its text; a call that fails fails there too", async () => {
  await expect(ask("/broken")).rejects.toThrow("broken page");
  expect(String(reported.at(-1))).toContain("seen on the way");
  const fails = () => Promise.reject(new Error("away"));
  await expect(ask("/refused", {}, fails)).rejects.toThrow("the API could not be called");
});

test("a visitor who leaves ends the rendering", async () => {
  const visitor = new AbortController();
  const page = ask("/waits", { signal: visitor.signal });
  await ask("/plain");
  visitor.abort();
  expect(textOf(await page)).toBe("left");
});

test("R-ERR-11: while the thread is late, pages are refused as under any pressure", async () => {
  const blocks = ask("/blocks");
  let refused = 0;
  const asked: Promise<unknown>[] = [];
  // Pages that come before the thread is late wait for it.
  await until(() => {
    const page = ask("/plain").catch((error: unknown) => {
      if (!(error instanceof OverloadedError)) throw error;
      refused += 1;
    });
    asked.push(page);
    return refused > 0;
  }, "a refusal");
  expect(textOf(await blocks)).toBe("late");
  await Promise.all(asked);
  expect(JSON.parse(textOf(await ask("/plain")))).toHaveLength(4);
});

test("a thread that dies takes its pages with it; the next page has a new one", async () => {
  const other = ask("/waits");
  const outcomes = await Promise.allSettled([ask("/dies"), other]);
  expect(outcomes.map((outcome) => String((outcome as PromiseRejectedResult).reason))).toEqual([
    "Error: nobody catches this",
    "Error: nobody catches this",
  ]);
  expect(JSON.parse(textOf(await ask("/plain")))).toHaveLength(4);
});

test("a build that cannot be loaded is reported at once", async () => {
  await expect(renderInThread(path.join(buildDir, "nothing"), 200)).rejects.toThrow(/Cannot find module/);
});
