import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "@playwright/test";
import { cards } from "./checkout.ts";
import { allOn } from "./processes.ts";
import { copyDataDir, startOnFreePort } from "./product.ts";

/** The product that one worker's journeys share; no other worker's journeys touch it. */
export type WorkerProduct = {
  origin: string;
  dataDir: string;
  /** Ends it, waits until none of its processes is left, and removes its data folder. */
  remove(): Promise<void>;
};

/** The rooms that journeys enter. Each costs 2 % of a core as long as it is on air, in every worker. */
const rooms = "luna,aria,chiara".split(",");
/**
 * Browsers and another product take most of the machine: what is late is to be answered all the same. Sums change by what
 * the journeys do alone. Media have a port of their own, over TCP as well: that of the pages could be a proxy's. One process
 * carries them, which a journey kills.
 */
export const productEnv = {
  TRUST_PROXY: "1",
  MEDIA_PORT: "0",
  MEDIA_WORKERS: "1",
  LOG_LEVEL: "warn",
  REFUSE_AFTER_MS: "5000",
  DEMO_TIPS: "0",
};
const onAirWithinMs = 90_000;
const stopWithinMs = 20_000;

/** Starts a product on a copy of a prepared data folder, and waits until all of these rooms are on air. */
export async function startWorkerProduct(preparedDir: string): Promise<WorkerProduct> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "fanlight-e2e-product-"));
  copyDataDir(preparedDir, dataDir);
  const product = await startOnFreePort({ dataDir, env: { ...productEnv, DEMO_ROOMS: rooms.join() } });
  const origin = `http://localhost:${product.port}`;
  let isRemoved = false;
  // A journey that finds nobody there any more would not show why.
  void product.exit().then((code) => {
    if (!isRemoved) console.error(`the product ended on its own with ${code}:\n${product.output()}`);
  });
  const remove = async () => {
    isRemoved = true;
    await product.end("SIGTERM");
    const left = () => allOn(dataDir).map(({ command }) => command);
    await expect.poll(left, { message: "the product has stopped", timeout: stopWithinMs }).toEqual([]);
    expect(
      filesWithCards(dataDir),
      "R-OPEN-31: no file, the database's included, holds a card number",
    ).toEqual([]);
    expect(withCards(product.output()), "R-OPEN-31: the log holds no card number").toEqual([]);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await expect
      .poll(() => countLive(origin), { message: "all rooms are on air", timeout: onAirWithinMs })
      .toBe(rooms.length);
  } catch (error) {
    await remove();
    throw error;
  }
  return { origin, dataDir, remove };
}

type Rooms = { data: { isStream: boolean }[]; meta: { last_page: number } };

/** How many rooms are on air; none as long as the product, busy with its start, answers that it has no time. */
async function countLive(origin: string): Promise<number> {
  const genders = await answerOf<{ data: { id: number }[] }>(`${origin}/api/gender`);
  let live = 0;
  for (const { id } of genders?.data ?? []) {
    for (let page = 1, last = 1; page <= last; page++) {
      const rooms = await answerOf<Rooms>(`${origin}/api/video-chat-rooms?gender=${id}&page=${page}`);
      if (!rooms) return 0;
      live += rooms.data.filter((card) => card.isStream).length;
      last = rooms.meta.last_page;
    }
  }
  return live;
}

async function answerOf<Body>(url: string): Promise<Body | null> {
  const answer = await fetch(url);
  return answer.ok ? ((await answer.json()) as Body) : null;
}

const numbers = Object.values(cards);

/** The card numbers of journeys that a text holds. */
const withCards = (text: string): string[] => numbers.filter((number) => text.includes(number));

/** The files below a folder, databases and their logs among them, that hold a card number of the journeys. */
function filesWithCards(dir: string): string[] {
  const patterns = numbers.flatMap((number) => ["-e", number]);
  const { status, stdout, stderr } = spawnSync("grep", ["-rlaF", ...patterns, dir], { encoding: "utf8" });
  // 1: it has found none.
  if (status !== 0 && status !== 1) throw new Error(`the files cannot be searched: ${stderr}`);
  return stdout.split("\n").filter(Boolean);
}
