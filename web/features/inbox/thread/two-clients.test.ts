import { expect, test } from "vitest";
import { seededRandom } from "#server/kit/random.ts";
import { type Client, createLossyChat } from "#testing/web/inbox/lossy-chat.ts";

const seeds = 1_500;
const stepsMax = 80;

type Chat = ReturnType<typeof createLossyChat>;

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Anything may happen: people write, read and reload; the network loses, doubles and reorders; the server restarts. */
async function misbehave(chat: Chat, random: () => number): Promise<void> {
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const client = pick(chat.clients());
  if (!client) return;
  const dice = random();
  if (dice < 0.25) write(client);
  else if (dice < 0.33) client.thread.look();
  else if (dice < 0.37) client.thread.resend();
  else if (dice < 0.4) void client.thread.loadOlder();
  else if (dice < 0.43) chat.enter(client.side);
  else if (dice < 0.46) chat.clock.advance(16_000);
  else if (dice < 0.48) restart(chat, random);
  else if (dice < 0.7) answerOne(chat, random);
  else if (dice < 0.93) chat.deliver(client, random() < 0.2 ? 2 : 1);
  else chat.lose(client, 1 + Math.floor(random() * 12));
  await settle();
}

function write(client: Client): void {
  client.written += 1;
  client.thread.setDraft(`${client.side}: ${client.written}`);
  client.thread.submit();
}

/** Whichever call it is: requests overtake each other. */
function answerOne({ pending }: Chat, random: () => number): void {
  const [call] = pending.splice(Math.floor(random() * pending.length), 1);
  if (!call) return;
  const fate = random();
  if (fate >= 0.2) call.arrive();
  if (fate >= 0.2 && fate < 0.35) call.arrive();
  if (fate < 0.55) call.fail();
  else call.answer();
}

/** A client that was asking gets no answer, and nobody gets the events that had not gone out. */
function restart(chat: Chat, random: () => number): void {
  for (const call of chat.pending.splice(0)) {
    if (random() < 0.5) call.arrive();
    call.fail();
  }
  for (const client of chat.clients()) {
    client.events.push({ kind: "gap" });
    chat.lose(client, client.events.length);
  }
}

/** From now on everything arrives; both go back to the oldest message, and look at all of them. */
async function heal(chat: Chat): Promise<void> {
  for (let round = 0; round < 4; round++) await arrive(chat);
  for (const { thread } of chat.clients())
    while (thread.get().older !== null) {
      void thread.loadOlder();
      await arrive(chat);
    }
  for (let round = 0; round < 2; round++) await arrive(chat);
}

async function arrive(chat: Chat): Promise<void> {
  for (const client of chat.clients()) {
    while (client.events.length > 0) chat.deliver(client, 1);
    client.thread.resend();
    client.thread.look();
  }
  await settle();
  while (chat.pending.length > 0) {
    for (const call of chat.pending.splice(0)) {
      call.arrive();
      call.answer();
    }
    await settle();
  }
}

function expectConverged(chat: Chat, seed: number): void {
  const texts = chat.server.stored.map(({ body }) => body);
  const written = chat
    .clients()
    .flatMap(({ side, written: count }) => Array.from({ length: count }, (_, n) => `${side}: ${n + 1}`));
  expect(texts.toSorted(), `seed ${seed}: each text once on the server`).toEqual(written.toSorted());
  for (const { side, thread, listed, kept } of chat.clients()) {
    const shown = thread.get().items;
    const of = `seed ${seed}, side ${side}`;
    expect(
      shown.every(({ state }) => state === "delivered"),
      `${of}: nothing is left unsent`,
    ).toBe(true);
    expect(
      shown.map(({ message: { id, body, was_read } }) => ({ id, body, was_read })),
      `${of}: the same messages, in order, read alike`,
    ).toEqual(chat.server.all(side).map(({ id, body, was_read }) => ({ id, body, was_read })));
    expect(listed.unread_amount, `${of}: unread in the list`).toBe(chat.server.unread(side));
    expect(chat.server.unread(side), `${of}: all is read`).toBe(0);
    expect(listed.latest_message?.id ?? 0, `${of}: the newest in the list`).toBe(texts.length);
    expect(kept, `${of}: nothing is kept for another page`).toEqual({ draft: "", texts: [] });
  }
}

test(`R-CHAT-05: in ${seeds} histories of losses, doubles, reorderings, reloads and restarts both ends get each message once and count alike`, async () => {
  for (let seed = 1; seed <= seeds; seed++) {
    const random = seededRandom(String(seed));
    const chat = createLossyChat();
    const steps = Math.floor(random() * stepsMax);
    for (let step = 0; step < steps; step++) await misbehave(chat, random);
    await heal(chat);
    expectConverged(chat, seed);
  }
});
