import { gzipSync } from "node:zlib";
import { cpuSeconds } from "../cpu-time.ts";
import type { Row } from "../row.ts";
import { lighthouseOf } from "./lighthouse.ts";
import { startProductProcess } from "./product.ts";

const clients = 16;
const seconds = 6;
const javascriptKbMax = 130;

type Load = { perSecond: number; cpuMs: number };

/** The home page of a living demo world: what a render costs, what a phone has to load, what Lighthouse says. */
export async function run(): Promise<Row[]> {
  const product = await startProductProcess();
  try {
    const idle = await idleShare(product.pid);
    await load(product.origin, "/", product.pid, idle);
    const floor = await load(product.origin, "/healthz", product.pid, idle);
    const page = await load(product.origin, "/", product.pid, idle);
    const api = await load(product.origin, "/api/video-chat-rooms?gender=1&page=1", product.pid, idle);
    const javascriptKb = (await scriptBytes(product.origin)) / 1000;
    return [
      {
        name: "home.cpu_per_render",
        value: page.cpuMs,
        unit: "ms",
        ...beside(page.cpuMs, "health check", floor.cpuMs),
      },
      {
        name: "home.requests_per_second",
        value: page.perSecond,
        unit: "/s",
        ...beside(page.perSecond, "health check", floor.perSecond),
      },
      {
        name: "rooms_list.requests_per_second",
        value: api.perSecond,
        unit: "/s",
        ...beside(api.perSecond, "health check", floor.perSecond),
      },
      {
        name: "home.javascript_gzip",
        value: javascriptKb,
        unit: "KB",
        ...beside(javascriptKb, "budget", javascriptKbMax),
        aim: "≤ 130",
      },
      ...(await lighthouseOf(`${product.origin}/`)),
    ];
  } finally {
    await product.stop();
  }
}

const beside = (value: number, name: string, peer: number) => ({
  peer: { name, value: peer },
  ratio: value / peer,
});

/** CPU that the demo world uses by itself, in seconds a second: taken off what a request is said to cost. */
async function idleShare(pid: number): Promise<number> {
  const before = cpuSeconds(pid);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  return (cpuSeconds(pid) - before) / 3;
}

async function load(origin: string, path: string, pid: number, idle: number): Promise<Load> {
  const [startedAt, cpuBefore] = [performance.now(), cpuSeconds(pid)];
  const until = startedAt + seconds * 1000;
  let answered = 0;
  const client = async (_: unknown, index: number) => {
    // Each client is an address of its own, or the limit per address would be measured.
    for (let turn = 0; performance.now() < until; turn++) {
      const headers = {
        "x-forwarded-for": `10.${index}.${(turn >> 8) & 255}.${turn & 255}`,
        "accept-encoding": "gzip",
      };
      const answer = await fetch(origin + path, { headers });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const elapsed = (performance.now() - startedAt) / 1000;
  const cpu = cpuSeconds(pid) - cpuBefore - idle * elapsed;
  return { perSecond: answered / elapsed, cpuMs: (cpu * 1000) / answered };
}

/** Bytes of all scripts that the page asks for before anybody touches it, gzipped one by one as they are served. */
async function scriptBytes(origin: string): Promise<number> {
  const html = await (await fetch(origin)).text();
  const addresses = new Set(
    [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map((match) => match[1] ?? ""),
  );
  const inline = [...html.matchAll(/import[^"']*["'](\/assets\/[^"']+\.js)["']/g)].map(
    (match) => match[1] ?? "",
  );
  for (const address of inline) addresses.add(address);
  const sizes = await Promise.all(
    [...addresses].map(
      async (address) => gzipSync(await (await fetch(origin + address)).bytes(), { level: 9 }).length,
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
