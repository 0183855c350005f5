import { sql } from "kysely";
import { expect, test } from "vitest";
import { testApp } from "#testing/app/test-app.ts";
import { chatClient } from "#testing/messaging/chat-client.ts";
import { massClient } from "#testing/messaging/mass-client.ts";
import { publishToFans, publishToRecipient } from "./publish-new-messages.ts";
import { type MessageRow, messagesByIds } from "./store/messages-store.ts";

const app = testApp();
const client = chatClient(app);
const { crowd, like, reaches, send } = massClient(app);

/** The copies of a message to many, in the order of their numbers. */
async function copiesOf(massMessageId: number): Promise<MessageRow[]> {
  const { rows } = await sql<{ id: number }>`
    select id from messaging.message where mass_message_id = ${massMessageId} order by id`.execute(app.db);
  const ids = rows.map(({ id }) => id);
  const copies = await messagesByIds(app.db, ids);
  return ids.flatMap((id) => copies.get(id) ?? []);
}

/** The events that `work` publishes, and the number of statements that it asks the database. */
async function publishedBy(work: (needs: Parameters<typeof publishToFans>[0]) => Promise<void>) {
  const published: unknown[] = [];
  let statements = 0;
  const db = app.db.withPlugin({
    transformQuery: ({ node }) => {
      statements++;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const { catalog, identity: accounts } = app.modules;
  const files = { link: () => "none" } as unknown as Parameters<typeof publishToFans>[0]["files"];
  const realtime = { publish: (...event: unknown[]) => void published.push(event) };
  await work({ db, catalog, accounts, files, realtime });
  return { published, statements };
}

test("copies of a message to many are published as each would be alone, by as many statements for forty as for two", async () => {
  const [model, other] = [await app.model(), await app.model()];
  const [read, busy, away] = [await app.fan(), await app.fan(), await app.fan()];
  for (const fan of [read, busy, away]) await like(fan, model);
  await crowd(model, 40);
  await client.answer(other, (await client.open(busy, other)).body.id, "hello");
  await client.answer(model, (await client.open(busy, model)).body.id, "hello");
  const { body } = await send(model, { body: "to all of you" });
  await reaches(model, body.id, "sent");
  await app.call("POST", `/api/chat/set-message-read/${(await client.open(read, model)).body.id}`, {
    as: read,
  });
  await app.call("DELETE", `/api/chat/${(await client.open(away, model)).body.id}`, { as: away });
  const copies = await copiesOf(body.id);
  expect(copies).toHaveLength(43);

  const alone = await publishedBy(async (needs) => {
    for (const copy of copies) await publishToRecipient(needs, copy);
  });
  const together = await publishedBy((needs) => publishToFans(needs, copies));
  expect(together.published).toEqual(alone.published);
  const unread = new Map(
    (together.published as [string, string, { unread_amount: number; unread_messages: number }][]).map(
      ([topic, , event]) => [topic, [event.unread_amount, event.unread_messages]],
    ),
  );
  expect(unread.get(`person:${busy.id}`)).toEqual([2, 3]);
  expect(unread.get(`person:${read.id}`)).toEqual([0, 0]);
  expect((await publishedBy((needs) => publishToFans(needs, copies.slice(0, 2)))).statements).toBe(
    together.statements,
  );
});
