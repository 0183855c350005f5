import { cpuSeconds } from "../cpu-time.ts";

const clients = 16;
const seconds = 5;

/** The cost of a request while sixteen clients ask at once. `cpuMs` is the server's, less what it uses at rest. */
export type Load = { perSecond: number; cpuMs: number };

type Server = { origin: string; pid: number; idle: number };

/** Asks for a path as fast as it is answered. Throws at any answer but 200. */
export async function load(
  { origin, pid, idle }: Server,
  path: string,
  headers: Record<string, string> = {},
): Promise<Load> {
  const [startedAt, cpuBefore] = [performance.now(), cpuSeconds(pid)];
  const until = startedAt + seconds * 1000;
  let answered = 0;
  const client = async (_: unknown, index: number) => {
    // Each request comes from an address of its own, or the limit per address would be measured.
    for (let turn = 0; performance.now() < until; turn++) {
      const from = `10.${index}.${(turn >> 8) & 255}.${turn & 255}`;
      const answer = await fetch(origin + path, {
        headers: { "accept-encoding": "gzip", "x-forwarded-for": from, ...headers },
      });
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

/** CPU that the demo world uses by itself, in seconds a second: taken off what a request costs. */
export async function idleShare(pid: number): Promise<number> {
  const before = cpuSeconds(pid);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  return (cpuSeconds(pid) - before) / 3;
}

/** The figure counts from timer to timer, and these are due every ten milliseconds. */
const timersEveryMs = 10;

/** How late timers were for one in a hundred since the last time this was asked, in ms. */
export async function eventLoopDelay(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(metrics)?.[1]) * 1000 - timersEveryMs;
}

/** Calls a function over and over from as many clients at once: calls a second. */
export async function callsPerSecond(call: () => Promise<unknown>): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let calls = 0;
  const client = async () => {
    for (; performance.now() < until; calls++) await call();
  };
  await Promise.all(Array.from({ length: clients }, client));
  return calls / seconds;
}

/** A figure beside its peer of the same run. */
export const beside = (value: number, name: string, peer: number) => ({
  peer: { name, value: peer },
  ratio: value / peer,
});
