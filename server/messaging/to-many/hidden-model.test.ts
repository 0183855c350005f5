import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { massFigures } from "#server/messaging/store/mass-recipients-store.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { chatClient } from "#testing/messaging/chat-client.ts";
import { massClient } from "#testing/messaging/mass-client.ts";
import { until } from "#testing/until.ts";

const app = testApp();
const client = chatClient(app);
const { crowd, copies, picture, reaches, recall, send } = massClient(app);

let staff: Person;
beforeAll(async () => {
  staff = await app.staff();
});

const act = async (action: "hide" | "show" | "suspend" | "restore", { id }: Person) => {
  const body = { reason: "It asks for money elsewhere.", client_id: randomUUID() };
  const done = await app.call("POST", `/api/admin/models/${id}/${action}`, { as: staff, body });
  expect(done.status).toBe(200);
};
const recipients = async (id: number) => {
  const { rows } = await sql<{ state: string; n: number }>`
    select state, count(*)::int as n from messaging.mass_recipient
    where mass_message_id = ${id} group by state order by state`.execute(app.db);
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
};

test("a message to many whose model staff hide while it goes out reaches nobody more, also after they are shown again", async () => {
  const model = await app.model();
  await crowd(model, 130);
  // The second step fails as often as it is tried.
  await sql`
    create function messaging.fail_after() returns trigger language plpgsql as $$
    begin
      if (select count(*) from messaging.mass_recipient where mass_message_id = new.mass_message_id and state = 'sent') >= 100
        then raise exception 'the disk is full'; end if;
      return new;
    end $$`.execute(app.owner);
  await sql`
    create trigger fail_after before insert on messaging.message
    for each row when (new.mass_message_id is not null) execute function messaging.fail_after()`.execute(
    app.owner,
  );
  const { body } = await send(model, { body: "pay me elsewhere" });
  await until(
    async () => (await massFigures(app.db, [body.id])).get(body.id)?.sent === 100,
    "the first step",
  );
  await act("hide", model);
  await sql`drop trigger fail_after on messaging.message`.execute(app.owner);
  await app.modules.messaging.resumeMassMessages();
  expect(await reaches(model, body.id, "failed")).toMatchObject({ failure: "not_listed", sent: 100 });
  await act("show", model);
  await app.modules.messaging.resumeMassMessages();
  await app.relay.drain();
  expect(await copies(body.id)).toEqual({ chats: 100, messages: 100 });
  expect(await recipients(body.id)).toEqual({ sent: 100, skipped: 30 });
  expect((await recall(model, body.id)).body.state).toBe("taken_back");
  expect(await copies(body.id)).toEqual({ chats: 0, messages: 0 });
});

test("a message that all have is sent, whatever staff do with its model before that is noted", async () => {
  const model = await app.model();
  await crowd(model, 2);
  const { body } = await send(model);
  await reaches(model, body.id, "sent");
  await sql`update messaging.mass_message set finished_at = null where id = ${body.id}`.execute(app.owner);
  await act("hide", model);
  await app.modules.messaging.resumeMassMessages();
  expect(await reaches(model, body.id, "sent")).toMatchObject({ failure: null, sent: 2 });
});

test("who pays a subscription after its model was suspended gets no welcome, and gets it once the model is restored", async () => {
  const [model, fan, late] = [await app.model(), await app.fan(), await app.fan()];
  const welcome = await send(model, {
    ...{ to: "new_subscribers", body: "so glad you are here", media_id: await picture(model), price: 30 },
  });
  const come = ({ id }: Person) =>
    app.modules.messaging.welcome({ fanId: id, modelId: model.id, since: new Date() });
  await act("suspend", model);
  await come(fan);
  expect((await client.chats(fan)).body.data).toEqual([]);
  expect(await recipients(welcome.body.id)).toEqual({});
  // One whose recipient was noted before, and whose file was still being checked.
  await sql`
    insert into messaging.mass_recipient (mass_message_id, fan_id, welcome_of, state)
    values (${welcome.body.id}, ${late.id}, ${model.id}, 'waiting')`.execute(app.owner);
  await app.modules.messaging.resumeMassMessages();
  await until(async () => (await recipients(welcome.body.id)).skipped === 1, "the welcome to be skipped");
  await act("restore", model);
  await come(fan);
  expect(await recipients(welcome.body.id)).toEqual({ sent: 1, skipped: 1 });
  expect((await client.chats(fan)).body.data[0]?.latest_message).toMatchObject({
    body: "so glad you are here",
  });
  const [shown] = (await app.modules.messaging.massMessages(model.id, 1)).items;
  expect(shown).toMatchObject({ id: welcome.body.id, state: "standing", failure: null });
});
