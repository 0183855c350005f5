import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { registerListedModel } from "#testing/app/members.ts";
import { lockBarrier } from "#testing/database/lock-barrier.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { appProcesses } from "#testing/processes/app-processes.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const apps = appProcesses(database);

test(
  "R-OPEN-43: kill -9 amid a message to many, and the next start brings it to the rest: each fan has it once",
  {
    timeout: 120_000,
  },
  async () => {
    const app = await apps.start();
    const model = await registerListedModel(app, database.db);
    await sql`update catalog.model set hidden = false where id = ${model.id}`.execute(database.db);
    await sql`
    with crowd as (
      insert into accounts.account (login, email, password_hash, role, language)
      select 'crowd' || n, 'crowd' || n || '@example.test', 'none', 'fan', 'en' from generate_series(1, 150) as n
      returning id),
    liked as (insert into catalog.liked (fan_id, model_id) select id, ${model.id} from crowd)
    insert into messaging.chat (fan_id, model_id, active_at, created_at)
    select id, ${model.id}, now(), now() from crowd`.execute(database.owner);

    // The second step stands still in the middle of its transaction: the last chat is somebody else's for a while.
    const stop = await lockBarrier(database.owner, (tx) =>
      sql`select from messaging.chat order by fan_id desc limit 1 for update`.execute(tx),
    );
    const body = { to: "favourites", body: "tonight at nine", client_id: randomUUID() };
    const sent = await app.call("POST", "/api/studio/mass-messages", { as: model, body });
    expect(sent.status).toBe(201);
    await stop.reached(app.name, 1);
    const killed = app.kill();
    await stop.release();
    await killed;
    expect(await copies()).toEqual({ chats: 100, messages: 100 });

    const next = await apps.start();
    await until(async () => (await copies())?.messages === 150, "the rest to have it");
    expect(await copies()).toEqual({ chats: 150, messages: 150 });
    const again = await next.call("POST", "/api/studio/mass-messages", { as: model, body });
    expect(again.body).toMatchObject({ id: sent.body.id, recipients: 150 });
    expect(await copies()).toEqual({ chats: 150, messages: 150 });
  },
);

async function copies() {
  const { rows } = await sql<{ chats: number; messages: number }>`
    select count(distinct chat_id) as chats, count(*) as messages from messaging.message
    where mass_message_id is not null`.execute(database.db);
  return rows[0];
}
