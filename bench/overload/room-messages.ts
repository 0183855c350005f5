import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { watchOtherWork } from "../other-work.ts";
import { clientText, gatherCrowd, upgradeRequest } from "../realtime/crowd.ts";
import type { Row } from "../row.ts";
import type { AppAnswer, AppRequest } from "./app-process.ts";
import { percentile, type Sent, sendMessages } from "./send-messages.ts";

const sockets = 500;
/** Of the sockets: they stop reading once they are in the room. */
const deafSockets = 25;
/** Every socket up to this one measures each message's age; the others count. */
const timedSockets = 20;
/** A fan writes at most 20 messages a minute. */
const fans = 720;
/** The loads asked for, up to far more than two cores carry. */
const loads = [
  { perSecond: 200, seconds: 60, keepAlive: true },
  { perSecond: 200, seconds: 60, keepAlive: false },
  { perSecond: 1_000, seconds: 12, keepAlive: true },
  { perSecond: 1_000, seconds: 12, keepAlive: false },
];
const settleMs = 10_000;
const marker = "~sent~";

/**
 * 500 fans' sockets in one room and 200 messages a second written over REST for a minute, and a storm of five times as
 * many, on whatever cores there are, each from callers who come back on their connections and from callers who open one
 * for every message: what is accepted reaches every page that reads, the rest is refused at once and not stored, and
 * memory stays bounded. Server and load share the machine. Takes four minutes; `BENCH_LOADS=0,2` takes some loads only.
 */
export async function run(): Promise<Row[]> {
  const rows: Row[] = [];
  const wanted = process.env.BENCH_LOADS?.split(",").map(Number);
  for (const [index, load] of loads.entries())
    if (!wanted || wanted.includes(index)) rows.push(...(await measure(load)));
  return rows;
}

type Load = (typeof loads)[number];

async function measure({ perSecond, seconds, keepAlive }: Load): Promise<Row[]> {
  const server = fork(new URL("app-process.ts", import.meta.url), [], { stdio: "inherit" });
  try {
    const room = await ask(server, { people: { fans, sockets } });
    if (!("port" in room)) throw new Error("the application did not open its room");
    const pages = await gatherCrowd(room.port, {
      sockets,
      marker,
      timed: { clients: timedSockets, sentAt: /~sent~([^~]+)~/g },
      greeting: (index) =>
        upgradeRequest(`/realtime?ticket=${room.tickets[index]}`, "http://localhost:0", [
          `X-Forwarded-For: 10.2.${index >> 8}.${index & 255}`,
        ]),
      joinMessage: clientText(`["join","room:${room.slug}"]`),
      isWelcome: (received) => received.includes("\r\n\r\n"),
      signOfLife: clientText('["ping"]'),
      isInside: (received) => received.includes('["joined"'),
    });
    for (let index = sockets - deafSockets; index < sockets; index += 1) pages.stopReading(index);
    const before = memoryMb(room.pid);
    const peak = watchPeak(() => memoryMb(room.pid));
    const otherWork = watchOtherWork();
    const { sent, lateMs } = await sendMessages({
      url: `http://127.0.0.1:${room.port}/api/stream/${room.slug}/message`,
      tokens: room.tokens,
      perSecond,
      count: perSecond * seconds,
      marker,
      keepAlive,
    });
    const others = otherWork();
    const accepted = sent.filter(({ status }) => status === 201);
    const expected = accepted.length * (sockets - deafSockets);
    await settled(() => pages.lines() >= expected);
    const memory = { before, peak: peak() };
    const stored = await ask(server, { stored: true });
    if (!("stored" in stored)) throw new Error("the application did not report what it stored");
    console.log(
      `  the sender itself was late by ${lateMs} ms at most, other work took ${Math.round(others * 100)}% of the machine`,
    );
    const rows = rowsOf(sent, new Set(stored.stored), pages.lines() / Math.max(1, expected));
    pages.leave();
    const title = `500 sockets, ${perSecond} messages a second for ${seconds} s${keepAlive ? "" : ", each on a connection of its own"}`;
    return [...rows, ...deliveryRows(pages.delaysMs), ...memoryRows(memory)].map((row) => ({
      ...row,
      name: `${title}: ${row.name}`,
    }));
  } finally {
    server.disconnect();
    await once(server, "exit", { signal: AbortSignal.timeout(30_000) }).catch(() => server.kill("SIGKILL"));
  }
}

const times = (some: readonly Sent[]) => some.map(({ ms }) => ms);

function rowsOf(sent: readonly Sent[], stored: ReadonlySet<string>, delivered: number): Row[] {
  const of = (wanted: (status: number) => boolean) => sent.filter(({ status }) => wanted(status));
  const accepted = of((status) => status === 201);
  const refused = of((status) => status === 503 || status === 429);
  const failed = of((status) => status !== 201 && status !== 503 && status !== 429);
  const slowest = (some: readonly Sent[]) => Math.round(Math.max(0, ...times(some)));
  const betrayed = [...refused, ...failed].filter(({ id }) => stored.has(id));
  const kinds = Object.entries(Object.groupBy(sent, ({ status }) => String(status)));
  console.log(`  answers: ${kinds.map(([status, some]) => `${status} × ${some?.length}`).join(", ")}`);
  return [
    { name: "accepted", value: accepted.length, unit: "messages" },
    { name: "slowest accepted", value: slowest(accepted), unit: "ms" },
    { name: "refused (429, 503)", value: refused.length, unit: "messages" },
    { name: "slowest refusal", value: slowest(refused), unit: "ms", aim: "≤ 1,000 ms" },
    { name: "refusal p99", value: Math.round(percentile(times(refused), 0.99)), unit: "ms", aim: "≤ 500 ms" },
    { name: "failed otherwise", value: failed.length, unit: "messages", aim: "0" },
    { name: "stored though not accepted", value: betrayed.length, unit: "messages", aim: "0" },
    { name: "accepted and stored", value: share(accepted, stored), unit: "of 1", aim: "1" },
    { name: "delivered of what was accepted", value: delivered, unit: "of 1", aim: "1" },
  ];
}

const share = (accepted: readonly Sent[], stored: ReadonlySet<string>) =>
  accepted.filter(({ id }) => stored.has(id)).length / Math.max(1, accepted.length);

function deliveryRows(delaysMs: readonly number[]): Row[] {
  return [
    { name: "delivery p50", value: percentile(delaysMs, 0.5), unit: "ms" },
    { name: "delivery p99", value: percentile(delaysMs, 0.99), unit: "ms", aim: "≤ 2,000 ms" },
  ];
}

function memoryRows({ before, peak }: { before: number; peak: number }): Row[] {
  return [
    { name: "memory before", value: before, unit: "MB" },
    { name: "memory at its peak", value: peak, unit: "MB", aim: "≤ before + 300 MB" },
  ];
}

async function settled(isDone: () => boolean): Promise<void> {
  const deadlineMs = performance.now() + settleMs;
  while (!isDone() && performance.now() < deadlineMs) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Resident memory of a process. Linux only. */
function memoryMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

function watchPeak(read: () => number): () => number {
  let peak = read();
  const timer = setInterval(() => {
    peak = Math.max(peak, read());
  }, 250);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

async function ask(server: ChildProcess, request: AppRequest): Promise<AppAnswer> {
  const answered = once(server, "message", { signal: AbortSignal.timeout(120_000) });
  server.send(request);
  const [answer] = (await answered) as [AppAnswer];
  return answer;
}
