import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { sessionOf } from "#testing/pages/page-request.ts";
import { allOn } from "./processes.ts";
import { startOnFreePort } from "./product.ts";

/** The observations of the first start on an empty folder, and of its end by SIGTERM. */
export type FirstStart = {
  readyMs: number;
  output: string;
  /** How many entries the first page of each list had for the main fan as soon as the product was ready. */
  world: Record<string, number>;
  stopMs: number;
  exitCode: number | null;
  /** Commands of processes that stayed. */
  left: string[];
};

/**
 * Prepares once what every product of the journeys begins with: a data folder with a settled demo world, as a stopped
 * product leaves it. It is the first start of all: `start.spec.ts` checks how it went.
 */
export default async function prepareWorld(): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), "fanlight-e2e-"));
  const dataDir = path.join(folder, "prepared");
  mkdirSync(dataDir);
  const product = await startOnFreePort({ dataDir, env: { DEMO_TIPS: "0" } });
  const world = await worldOf(`http://localhost:${product.port}`);
  const stopMs = await product.end("SIGTERM");
  const firstStart: FirstStart = {
    readyMs: product.tookMs(),
    output: product.output(),
    world,
    stopMs,
    exitCode: await product.exit(),
    left: await whatStays(dataDir),
  };
  process.env.E2E_PREPARED_DIR = dataDir;
  process.env.E2E_FIRST_START = JSON.stringify(firstStart);
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** The first start of the prepared world's product, as it was seen. */
export function firstStart(): FirstStart {
  return JSON.parse(process.env.E2E_FIRST_START ?? "") as FirstStart;
}

const endsWithinMs = 10_000;

/** Commands of the processes of this data folder that do not end by themselves. */
async function whatStays(dataDir: string): Promise<string[]> {
  for (const until = Date.now() + endsWithinMs; ; await setTimeout(100)) {
    const left = allOn(dataDir).map(({ command }) => command);
    if (left.length === 0 || Date.now() > until) return left;
  }
}

async function worldOf(origin: string): Promise<Record<string, number>> {
  const { token } = await sessionOf(origin, "nico");
  const lists = ["videos-all", "posts-all", "videos-purchased", "fan/purchased-posts", "fan/favorite-models"];
  const pages = lists.map(async (list) => {
    const page = await fetch(`${origin}/api/${list}`, { headers: { authorization: `Bearer ${token}` } });
    return [list, ((await page.json()) as { data: unknown[] }).data.length] as const;
  });
  return Object.fromEntries(await Promise.all(pages));
}
