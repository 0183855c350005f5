import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { loadBuiltPages } from "#server/web/pages.ts";
import type { Transport } from "#web/lib/api/api.ts";

/** A process that serves a finished page and nothing else. */
export type StaticPage = { origin: string; pid: number; stop(): void };

/** Serves this document from a process of its own; see `static-page.ts`. */
export async function serveStatic(html: string): Promise<StaticPage> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "static-page.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(html);
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  if (!child.pid) throw new Error("the static page has no process");
  return { origin: `http://localhost:${String(port).trim()}`, pid: child.pid, stop: () => void child.kill() };
}

const warmUps = 150;
const rounds = 200;

/**
 * CPU milliseconds that rendering the front page takes by itself: the built pages in this process, with the API's
 * answers already there.
 */
export async function renderAlone(origin: string): Promise<number> {
  // As the product does: without it the slower React for developers would be measured.
  process.env.NODE_ENV ??= "production";
  const buildDir = path.resolve(import.meta.dirname, "../../build");
  const render = await loadBuiltPages(buildDir);
  const answers = new Map<string, string>();
  const transport: Transport = async ({ path: wanted }) => {
    const text = answers.get(wanted) ?? (await (await fetch(origin + wanted)).text());
    answers.set(wanted, text);
    return { status: 200, text };
  };
  const report = (error: unknown) => {
    throw error;
  };
  const settings = {
    site: { logo: null, noindex: false, sheet: null },
    siteName: "Fanlight",
    billingCancelUrl: null,
    twitter: false,
  };
  const place = { origin, photosOrigin: "http://photos.localhost" };
  const context = { transport, nonce: "bm9uY2U=", requestId: "bench", demo: true, ...place, report };
  const once = async () => {
    const { response } = await render({
      request: new Request(`${origin}/?rendered`),
      ...context,
      ...settings,
    });
    await response.arrayBuffer();
  };
  for (let i = 0; i < warmUps; i++) await once();
  const before = process.cpuUsage();
  for (let i = 0; i < rounds; i++) await once();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / rounds;
}
