import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

/** One message as its sender saw it; status 0: no answer came, or none within 20 s. */
export type Sent = { id: string; status: number; ms: number };

export type SendLoad = {
  url: string;
  /** The senders' tokens, used in turn. */
  tokens: readonly string[];
  perSecond: number;
  count: number;
  /** Stands in every message before the time at which it was sent. */
  marker: string;
  /** Whether callers come back on the connections they have, or open one for each message, as new visitors do. */
  keepAlive: boolean;
};

/** The outcome of the messages, and how late the sender itself was at most, which its times contain. */
export type Sending = { sent: Sent[]; lateMs: number };

/** As long as the web app waits for an answer. */
const answerMaxMs = 20_000;

/** Sends messages from a thread of its own at a steady pace, however late the answers are, until each has its outcome. */
export async function sendMessages(load: SendLoad): Promise<Sending> {
  const worker = new Worker(new URL(import.meta.url), { workerData: load });
  const [sending] = (await once(worker, "message")) as [Sending];
  return sending;
}

if (!isMainThread) parentPort?.postMessage(await send(workerData as SendLoad));

async function send(load: SendLoad): Promise<Sending> {
  const late = monitorEventLoopDelay({ resolution: 10 });
  late.enable();
  const agent = new Agent({ keepAlive: load.keepAlive });
  const startedMs = performance.now();
  const outcomes: Promise<Sent>[] = [];
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = Math.floor(((performance.now() - startedMs) / 1_000) * load.perSecond);
      while (outcomes.length < Math.min(due, load.count))
        outcomes.push(sendOne(load, outcomes.length, agent));
      if (outcomes.length < load.count) return;
      clearInterval(timer);
      resolve();
    }, 5);
  });
  const sent = await Promise.all(outcomes);
  agent.destroy();
  return { sent, lateMs: Math.round(late.max / 1e6) };
}

function sendOne({ url, tokens, marker }: SendLoad, index: number, agent: Agent): Promise<Sent> {
  const message = {
    body: `${marker}${new Date().toISOString()}~ what a wonderful evening`,
    client_message_id: randomUUID(),
  };
  const author = index % tokens.length;
  const startedMs = performance.now();
  return new Promise((resolve) => {
    const settle = (status: number) =>
      resolve({ id: message.client_message_id, status, ms: performance.now() - startedMs });
    const call = request(url, {
      method: "POST",
      agent,
      headers: {
        authorization: `Bearer ${tokens[author]}`,
        "content-type": "application/json",
        // Each fan is an address of its own, or the limit per address would be measured.
        "x-forwarded-for": `10.1.${author >> 8}.${author & 255}`,
      },
      signal: AbortSignal.timeout(answerMaxMs),
    });
    call.once("response", (answer) => {
      answer.resume();
      answer.once("end", () => settle(answer.statusCode ?? 0));
      answer.once("error", () => settle(0));
    });
    call.once("error", () => settle(0));
    call.end(JSON.stringify(message));
  });
}

/** The value below which `share` of the numbers lie; 0 of none. */
export function percentile(numbers: readonly number[], share: number): number {
  return (
    numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? 0
  );
}
