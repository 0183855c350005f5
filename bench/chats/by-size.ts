import { sql } from "kysely";
import type { ChatMessage } from "#contract/chat-message.ts";
import { type BenchApp, startBenchApp } from "../bench-app.ts";
import type { Row } from "../row.ts";
import { openPerson } from "../shows/people.ts";
import { seedChats } from "./seed.ts";

/** Chats of each size, with a hundred messages each. */
const sizes = [1_000, 5_000];
const callsEach = 60;
/** How far down "deep" is: in the list of chats, and in the long chat of five thousand messages. */
const deepPage = 25;
const deepMessages = 4_500;

type Call = { name: string; run(): Promise<unknown> };

export const run = () => measureSizes(sizes);

/**
 * Milliseconds of an inbox, a page of messages and a search in a chat, at the top and deep down, and of the number of
 * unread messages, of a model with all the chats of each size, and the processor time of each in the server and its
 * database, without HTTP. Beside them a prepared statement that reads as many messages by their numbers. Wall times are
 * medians.
 */
export async function measureSizes(wanted: readonly number[]): Promise<Row[]> {
  const rows: Row[] = [];
  const smallest = new Map<string, number>();
  for (const size of wanted) {
    const bench = await startBenchApp();
    try {
      const model = await openPerson(bench, "model");
      const seededAt = performance.now();
      const longChat = await seedChats(bench.ownerUrl, model.id, size);
      const seeded = (performance.now() - seededAt) / 1_000;
      rows.push({ name: `seeding of ${size.toLocaleString("en")} chats`, value: seeded, unit: "s" });
      for (const call of await calls(bench, model.id, longChat)) {
        const row = await measure(bench, call, longChat);
        const least = smallest.get(call.name) ?? row.cpu;
        smallest.set(call.name, least);
        const times = size === wanted[0] ? "" : `, × ${(row.cpu / least).toFixed(1)} of the smallest`;
        rows.push({
          ...row,
          name: `${call.name}, ${size.toLocaleString("en")} chats`,
          aim: `CPU ≤ 5 ms, ${row.cpu.toFixed(1)}${times}`,
        });
      }
    } finally {
      await bench.stop();
    }
  }
  return rows;
}

async function calls({ app, db }: BenchApp, modelId: number, longChat: number): Promise<Call[]> {
  const { messaging } = app.modules;
  const model = { id: modelId, role: "model" } as const;
  const list = (at: number, before?: string) => messaging.chats(model, { page: at, before, search: "" });
  const deep = (await list(deepPage - 1)).next ?? undefined;
  const page = (before?: number) => messaging.messages(model, longChat, { before, page: 1 });
  const newest = await page();
  const last = newest.ok ? (newest.messages[0]?.id ?? 0) : 0;
  return [
    { name: "inbox", run: () => list(1) },
    { name: "inbox, deep", run: () => list(deepPage, deep) },
    { name: "messages", run: () => page() },
    { name: "messages, deep", run: () => page(last - deepMessages) },
    {
      name: "search in a chat",
      run: () => messaging.searchMessages(model, { chatId: longChat, words: "cancion", before: null }),
    },
    { name: "unread messages", run: () => messaging.unread(db, model) },
  ];
}

async function measure(bench: BenchApp, { run: call }: Call, chatId: number) {
  const floor = await median(() => rawMessages(bench, chatId));
  await median(call);
  const [own, database] = [process.cpuUsage(), bench.databaseSeconds()];
  const value = await median(call);
  const used = process.cpuUsage(own);
  const cpu = (used.user + used.system) / 1_000 + (bench.databaseSeconds() - database) * 1_000;
  const peer = { name: "prepared statement", value: floor };
  return { value, unit: "ms", peer, ratio: value / floor, cpu: cpu / callsEach };
}

const rawMessages = ({ db }: BenchApp, chatId: number): Promise<unknown> =>
  sql<ChatMessage>`
    select * from messaging.message where chat_id = ${chatId} order by id desc limit 30`.execute(db);

async function median(call: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let turn = 0; turn < callsEach; turn++) {
    const startedAt = performance.now();
    await call();
    took.push(performance.now() - startedAt);
  }
  return took.sort((a, b) => a - b)[callsEach >> 1] ?? 0;
}
