import { cpuSeconds } from "../cpu-time.ts";
import type { Row } from "../row.ts";
import { renderAlone, serveStatic } from "./floors.ts";
import { lighthouseOf } from "./lighthouse.ts";
import { type RunningProduct, startProductProcess } from "./product.ts";

const clients = 16;
const seconds = 6;

type Load = { perSecond: number; cpuMs: number };

/** An address that is never answered from what another guest was shown a moment ago. */
const rendered = "/?rendered";

/** The home page of a living demo world: what a page costs, what a phone has to load, what Lighthouse says. */
export async function run(): Promise<Row[]> {
  const product = await startProductProcess();
  try {
    return [...(await costs(product)), ...(await lighthouseOf(`${product.origin}/`))];
  } finally {
    await product.stop();
  }
}

/** CPU and requests a second of the page, beside floors of the same run. */
async function costs({ origin, pid }: RunningProduct): Promise<Row[]> {
  const html = await (await fetch(origin)).text();
  const idle = await idleShare(pid);
  await load(origin, rendered, pid, idle);
  const bare = await serveStatic(html);
  const floor = await load(bare.origin, "/", bare.pid, 0).finally(bare.stop);
  const health = await load(origin, "/healthz", pid, idle);
  const each = await load(origin, rendered, pid, idle);
  const crowd = await load(origin, "/", pid, idle);
  const api = await load(origin, "/api/video-chat-rooms?gender=1&page=1", pid, idle);
  const alone = await renderAlone(origin);
  const beStatic = (value: number, name: keyof Load) => beside(value, "same page, static", floor[name]);
  return [
    { name: "home.html", value: html.length / 1000, unit: "KB" },
    { name: "home.cpu_per_render", value: each.cpuMs, unit: "ms", ...beStatic(each.cpuMs, "cpuMs") },
    { name: "home.render_alone", value: alone, unit: "ms", ...beStatic(alone, "cpuMs") },
    { name: "home.cpu_in_a_crowd", value: crowd.cpuMs, unit: "ms", ...beStatic(crowd.cpuMs, "cpuMs") },
    {
      name: "home.requests_per_second",
      value: each.perSecond,
      unit: "/s",
      ...beStatic(each.perSecond, "perSecond"),
    },
    {
      name: "home.crowd_per_second",
      value: crowd.perSecond,
      unit: "/s",
      ...beStatic(crowd.perSecond, "perSecond"),
    },
    {
      name: "rooms_list.requests_per_second",
      value: api.perSecond,
      unit: "/s",
      ...beside(api.perSecond, "health check", health.perSecond),
    },
  ];
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
