import path from "node:path";
import { sql } from "kysely";
import { type BenchApp, startBenchApp } from "../bench-app.ts";
import type { Row } from "../row.ts";
import { type Asker, startAsker } from "./asker.ts";
import { seedModels } from "./seed.ts";

const sizes = [1_000, 10_000, 100_000];
const callsEach = 40;
/** How many pages deep "deep" is; the smallest size has thirty pages of women. */
const deepPages = 25;

/** Answers that are no lists of models or items have neither. */
type Page = { data?: ({ id: number } | string)[]; links?: { next: string | null } };

type List = { path: string; pages?: number };

/** The requests at each size; deep pages use the address that the page before them gave. */
const lists: Readonly<Record<string, List>> = {
  rooms: { path: "/api/video-chat-rooms?gender=1" },
  "rooms, deep": { path: "/api/video-chat-rooms?gender=1", pages: deepPages },
  ranking: { path: "/api/trending-rooms?gender=1" },
  "ranking, deep": { path: "/api/trending-rooms?gender=1", pages: deepPages },
  "search that fits many": { path: "/api/video-chat-rooms?gender=1&search=lena" },
  "search that fits one": { path: "/api/video-chat-rooms?gender=1&search=model1500" },
  "search for a common word": { path: "/api/video-chat-rooms?gender=1&search=ajedrez ventana" },
  "search for a rare word": { path: "/api/video-chat-rooms?gender=1&search=astronomia" },
  "search that fits nobody": { path: "/api/video-chat-rooms?gender=1&search=zeppelin" },
  "rooms of a common tag": { path: "/api/video-chat-rooms?gender=1&tags=calm" },
  "rooms of two rare filters": { path: "/api/video-chat-rooms?gender=1&tags=chess&country=NO&age_min=40" },
  "rooms that no filter leaves": {
    path: "/api/video-chat-rooms?gender=1&languages=ga&tags=chess&rate_max=25",
  },
  "cheapest rooms of an age": { path: "/api/video-chat-rooms?gender=1&sort=cheapest&age_min=30&age_max=35" },
  "ranking of a country": { path: "/api/trending-rooms?gender=1&country=CO" },
  "countries of rooms": { path: "/api/room-countries?gender=1" },
  "suggestions for many": { path: "/api/search-suggestions?gender=1&search=lu" },
  "suggestions for none": { path: "/api/search-suggestions?gender=1&search=zq" },
  videos: { path: "/api/videos-all?gender=1" },
  "videos, deep": { path: "/api/videos-all?gender=1", pages: deepPages },
  "videos of a name": { path: "/api/videos-all?gender=1&search=model1500" },
  "videos of a common title": { path: "/api/videos-all?gender=1&search=evening" },
  posts: { path: "/api/posts-all?gender=1" },
  "posts, deep": { path: "/api/posts-all?gender=1", pages: deepPages },
};

/**
 * Milliseconds of one call of a list at a time, with 1,000, 10,000 and 100,000 models of fifteen items each, beside a
 * prepared statement that reads the same twenty rows by their ids, and the processor time of a call in the server and its
 * database. Wall times are medians. Filling the databases takes five
 * minutes; they are kept in the folder that `BENCH_LISTS_DIR` names, and then a run takes one.
 */
export async function run(): Promise<Row[]> {
  const rows: Row[] = [];
  const first = new Map<string, number>();
  for (const size of sizes) {
    const keptDir = process.env.BENCH_LISTS_DIR;
    const bench = await startBenchApp(keptDir ? { keptDir: path.resolve(keptDir, String(size)) } : {});
    const asker = startAsker();
    try {
      await seedModels(bench.ownerUrl, size);
      for (const [name, list] of Object.entries(lists)) {
        const measured = await measure({ bench, asker }, name, list);
        const smallest = first.get(name) ?? measured.value;
        first.set(name, smallest);
        const times =
          size === sizes[0] ? "" : `, × ${(measured.value / smallest).toFixed(1)} of the smallest`;
        rows.push({
          ...measured,
          name: `${name} of ${size.toLocaleString("en")}`,
          aim: `≤ 3 × the smallest${times}; CPU in the server ≤ 5 ms, ${measured.serverMs.toFixed(1)}, in its database ${measured.databaseMs.toFixed(1)}`,
        });
      }
    } finally {
      await asker.stop();
      await bench.stop();
    }
  }
  return rows;
}

async function measure(
  { bench, asker }: { bench: BenchApp; asker: Asker },
  name: string,
  { path: first, pages = 1 }: List,
) {
  const address = await pageAt(bench, first, pages);
  const { data = [] } = await read(bench, address);
  const ids = data.flatMap((row) => (typeof row === "string" ? [] : row.id));
  const floor = median(await rawReads(bench, /^(videos|posts)/.test(name), ids));
  // Code that has hardly run yet is slow, in this process and in the database's.
  await asker.ask(bench.origin + address, callsEach);
  const [own, database] = [process.cpuUsage(), bench.databaseSeconds()];
  const value = median(await asker.ask(bench.origin + address, callsEach));
  const used = process.cpuUsage(own);
  const serverMs = (used.user + used.system) / 1_000 / callsEach;
  const databaseMs = ((bench.databaseSeconds() - database) * 1_000) / callsEach;
  const peer = { name: "prepared statement", value: floor };
  return { value, unit: "ms", peer, ratio: value / floor, serverMs, databaseMs };
}

let caller = 0;

/** Asks from an address of its own, or the limit per address would answer. */
async function read({ origin }: BenchApp, address: string): Promise<Page> {
  caller++;
  const from = `10.${(caller >> 16) & 255}.${(caller >> 8) & 255}.${caller & 255}`;
  const answer = await fetch(origin + address, { headers: { "x-forwarded-for": from } });
  if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`);
  return (await answer.json()) as Page;
}

/** The address of a page, found by going there from the first one. */
async function pageAt(bench: BenchApp, path: string, pages: number): Promise<string> {
  let address = path;
  for (let page = 1; page < pages; page++) {
    const { links } = await read(bench, address);
    if (!links?.next) throw new Error(`${path} has ${page} pages`);
    address = links.next;
  }
  return address;
}

/** How long each read of the same rows by their ids takes, ms. */
async function rawReads({ db }: BenchApp, ofItems: boolean, ids: number[]): Promise<number[]> {
  const wanted = sql`any(${ids}::bigint[])`;
  const took: number[] = [];
  for (let turn = 0; turn < callsEach; turn++) {
    const startedAt = performance.now();
    await (ofItems
      ? sql`select * from content.item where id = ${wanted}`.execute(db)
      : sql`select * from catalog.model where id = ${wanted}`.execute(db));
    took.push(performance.now() - startedAt);
  }
  return took;
}

const median = (took: number[]) => took.toSorted((a, b) => a - b)[took.length >> 1] ?? 0;
