import { AsyncLocalStorage } from "node:async_hooks";
import { Worker } from "node:worker_threads";
import { OverloadedError } from "#server/kit/database/wait-budget.ts";
import type { Transport } from "#web/lib/api/api.ts";
import type { PageRequest } from "#web/render/prepare-request.ts";
import type { PageHandler } from "./pages.ts";
import type { FromThread, ToThread } from "./render-worker.ts";

export type RenderThread = { pages: PageHandler; stop(): Promise<void> };

type MessageOf<Kind> = Extract<FromThread, { kind: Kind }>;
type Page = {
  report: PageRequest["report"];
  transport: Transport;
  askedAt: number;
  hasBegun: boolean;
  outcome: PromiseWithResolvers<MessageOf<"rendered">>;
};

/**
 * Renders the pages of a build in a thread of their own, so that sockets, money and media never wait for them. The
 * pages' reads of the API are called here, in their visitor's name; documents come back compressed. While the thread
 * comes to a page more than `refuseAfterMs` late, further ones reject with an {@link OverloadedError}. A thread that
 * dies takes the pages it was at with it, which reject; the next page begins a new one. Rejects when the build cannot
 * be loaded.
 */
export async function renderInThread(buildDir: string, refuseAfterMs: number): Promise<RenderThread> {
  const pages = new Map<number, Page>();
  let lastId = 0;
  let hasStopped = false;
  let thread: Promise<Worker> | null = null;

  /** How long the first page that the thread has not come to yet has waited. */
  function lateMs(): number {
    for (const { askedAt, hasBegun } of pages.values()) if (!hasBegun) return performance.now() - askedAt;
    return 0;
  }

  function open(): Promise<Worker> {
    const ready = Promise.withResolvers<Worker>();
    const worker = new Worker(new URL("./render-worker.ts", import.meta.url), { workerData: { buildDir } });
    const died = (error: Error) => {
      ready.reject(error);
      thread = null;
      for (const { outcome } of pages.values()) outcome.reject(error);
      pages.clear();
    };
    worker.on("error", died);
    worker.on("exit", (code) => died(new Error(`the thread that renders pages ended with ${code}`)));
    worker.on("message", (message: FromThread) => {
      if (message.kind === "ready") return ready.resolve(worker);
      const page = pages.get(message.id);
      if (message.kind === "call") return void callFor(worker, page, message);
      if (message.kind === "begun" && page) page.hasBegun = true;
      if (message.kind === "report") page?.report(message.error);
      if (message.kind === "rendered") page?.outcome.resolve(message);
      if (message.kind === "failed") page?.outcome.reject(message.error);
    });
    return ready.promise;
  }

  async function render(asked: PageRequest): Promise<MessageOf<"rendered">> {
    if (hasStopped) throw new Error("no more pages are rendered");
    if (lateMs() > refuseAfterMs) throw new OverloadedError("the thread that renders pages is late");
    const { request, transport, report, ...page } = asked;
    const body = request.body ? await request.text() : null;
    thread ??= open();
    const worker = await thread;
    const id = ++lastId;
    const outcome = Promise.withResolvers<MessageOf<"rendered">>();
    // The calls of a page spend what the page may wait for the database.
    const inContext = AsyncLocalStorage.snapshot();
    pages.set(id, {
      report,
      transport: (call) => inContext(() => transport(call)),
      askedAt: performance.now(),
      hasBegun: false,
      outcome,
    });
    const leave = () => send(worker, { kind: "left", id });
    request.signal.addEventListener("abort", leave, { once: true });
    const { url, method } = request;
    send(worker, { kind: "render", id, page: { ...page, url, method, headers: [...request.headers], body } });
    try {
      return await outcome.promise;
    } finally {
      pages.delete(id);
      request.signal.removeEventListener("abort", leave);
    }
  }

  thread = open();
  await thread;
  return {
    async pages(asked) {
      const { status, headers, body, nonce } = await render(asked);
      const response = new Response(null, { status, headers });
      return { response, whole: body && { body: Buffer.from(body.buffer), nonce } };
    },
    async stop() {
      hasStopped = true;
      await (await thread)?.terminate();
    },
  };
}

async function callFor(worker: Worker, page: Page | undefined, { call, request }: MessageOf<"call">) {
  const { signal } = new AbortController();
  const answer = (await page?.transport({ ...request, signal }).catch(() => null)) ?? null;
  send(worker, { kind: "answered", call, answer });
}

const send = (worker: Worker, message: ToThread) => worker.postMessage(message);
