import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { type BenchApp, startBenchApp } from "../bench-app.ts";
import type { Row } from "../row.ts";
import { openPerson } from "../shows/people.ts";

const fans = 200;
const models = 10;
const clients = 16;
/** A person may send 20 messages a minute; each fan writes these in all rounds together. */
const roundsMax = 4;
const perFanAndRound = 4;

type Chat = { id: number; fanId: number; modelId: number };

/**
 * Chat messages a second end to end, without HTTP: from the first that is sent until the event of the last stands in its
 * recipient's topic. Beside it the database's floor: transactions that lock the chat, move it to the top and store the
 * same message. The two take turns.
 */
export async function run(): Promise<Row[]> {
  const bench = await startBenchApp();
  try {
    const chats = await openChats(bench);
    const rounds: { ours: number; floor: number }[] = [];
    await perSecond(chats, (chat) => store(bench, chat));
    for (let round = 0; round < roundsMax; round++) {
      const floor = await perSecond(chats, (chat) => store(bench, chat));
      rounds.push({ ours: await sentAndReceived(bench, chats), floor });
    }
    const [ours, floor] = [median(rounds.map((one) => one.ours)), median(rounds.map((one) => one.floor))];
    const peer = { name: "storing alone", value: Math.round(floor) };
    return [
      {
        name: "chat messages to their recipients",
        value: Math.round(ours),
        unit: "messages/s",
        peer,
        ratio: Number((ours / floor).toFixed(2)),
      },
    ];
  } finally {
    await bench.stop();
  }
}

async function openChats(bench: BenchApp): Promise<Chat[]> {
  const hosts = await Promise.all(Array.from({ length: models }, () => openPerson(bench, "model")));
  const guests = await Promise.all(Array.from({ length: fans }, () => openPerson(bench, "fan")));
  return Promise.all(
    guests.map(async ({ id: fanId }, at) => {
      const modelId = hosts[at % models]?.id ?? 0;
      const opened = await bench.app.modules.messaging.open(fanId, modelId);
      if (!opened.ok) throw new Error(`no chat: ${opened.refusal}`);
      return { id: opened.chat.id, fanId, modelId };
    }),
  );
}

/** Each chat gets its messages of a round, so many at a time; answers how many a second, `settled` included. */
async function perSecond(
  chats: readonly Chat[],
  send: (chat: Chat) => Promise<unknown>,
  settled: () => Promise<void> = async () => {},
): Promise<number> {
  const waiting = Array.from({ length: perFanAndRound }, () => chats).flat();
  const count = waiting.length;
  const startedAt = performance.now();
  const client = async () => {
    for (let chat = waiting.pop(); chat; chat = waiting.pop()) await send(chat);
  };
  await Promise.all(Array.from({ length: clients }, client));
  await settled();
  return (count * 1_000) / (performance.now() - startedAt);
}

async function sentAndReceived(bench: BenchApp, chats: readonly Chat[]): Promise<number> {
  const { messaging, realtime } = bench.app.modules;
  const recipients = [...new Set(chats.map(({ modelId }) => modelId))];
  const received = async () => {
    const positions = await Promise.all(recipients.map((id) => realtime.position(`person:${id}`)));
    return positions.reduce((sum, { sequence }) => sum + sequence, 0);
  };
  const wanted = (await received()) + chats.length * perFanAndRound;
  return perSecond(
    chats,
    async ({ id, fanId }) => {
      const text = { chatId: id, body: "How was your day?", tempId: randomUUID() };
      const sent = await messaging.sendText({ id: fanId, role: "fan" }, text);
      if (!sent.ok) throw new Error(`not sent: ${sent.refusal.code}`);
    },
    async () => {
      while ((await received()) < wanted) await new Promise((resolve) => setImmediate(resolve));
    },
  );
}

const store = ({ db }: BenchApp, { id }: Chat) =>
  inTransaction(db, async (tx) => {
    await sql`select from messaging.chat where id = ${id} for no key update`.execute(tx);
    await sql`update messaging.chat set active_at = now() where id = ${id}`.execute(tx);
    await sql`
      insert into messaging.message (chat_id, author, type, body, temp_id, sent_at, updated_at)
      values (${id}, 'fan', 'text', 'How was your day?', ${randomUUID()}, now(), now())`.execute(tx);
  });

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
