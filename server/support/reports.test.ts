import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { OwnReport } from "#contract/reports.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";

const app = testApp();

type Report = { about: string; id: number; reason?: string; message?: string; client_id?: string };

const report = (as: Person, { reason = "harassment", client_id = randomUUID(), ...more }: Report) =>
  app.call("POST", "/api/reports", { as, body: { reason, client_id, ...more } });
const ownReports = async (as: Person) =>
  (await app.call("GET", "/api/reports", { as })).body.data as OwnReport[];

/** The ticket of a report as staff see it. */
async function ticketOf(number: unknown) {
  const staff = await app.staff();
  const { body } = await app.call("GET", "/api/admin/tickets", { as: staff });
  const { id } = (body.data as { id: number; number: string }[]).find((one) => one.number === number) ?? {};
  const step = (what: string, text: string) =>
    app.call("POST", `/api/admin/tickets/${id}/${what}`, {
      as: staff,
      body: { text, client_id: randomUUID() },
    });
  const { body: ticket } = await app.call("GET", `/api/admin/tickets/${id}`, { as: staff });
  return { id: Number(id), ticket, step };
}

async function chatOf(fan: Person, model: Person) {
  const opened = await app.modules.messaging.open(fan.id, model.id);
  if (!opened.ok) throw new Error("the two have no chat");
  return opened.chat.id;
}

/** Lets somebody write in a chat; answers the message's id. */
async function write(role: "fan" | "model", as: Person, chatId: number, body: string): Promise<number> {
  const sent = await app.modules.messaging.sendText(
    { id: as.id, role },
    { chatId, body, tempId: randomUUID() },
  );
  if (!sent.ok) throw new Error(`not sent: ${sent.refusal.code}`);
  return sent.message.id;
}

test("a message that is reported stays as it was for staff, with the messages before it, though its author takes it back", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const chatId = await chatOf(fan, model);
  await write("fan", fan, chatId, "Hello!");
  const bad = await write("model", model, chatId, "Pay me elsewhere");
  const made = await report(fan, { about: "message", id: bad, reason: "scam", message: "She insists." });
  expect(made.status).toBe(201);
  expect((await app.modules.messaging.deleteMessage({ id: model.id, role: "model" }, bad)).ok).toBe(true);
  const { ticket } = await ticketOf(made.body.number);
  expect(ticket).toMatchObject({
    kind: "report",
    about: "message",
    reason: "scam",
    message: "She insists.",
    reports: 1,
    evidence: {
      reported: { id: model.id, name: model.login, role: "model" },
      text: "Pay me elsewhere",
      before: [{ author: fan.login, text: "Hello!" }],
    },
  });
});

test("rooms, profiles and chats are reported by everybody who may see them, models report fans, and nobody their own", async () => {
  const [fan, model, other] = [await app.fan(), await app.model(), await app.fan()];
  const chatId = await chatOf(fan, model);
  await app.modules.rooms.publisherTurned(model.login, "started");
  await app.modules.rooms.pause(model.id, { paused: true, note: "Back at nine" });
  const room = await report(fan, { about: "room", id: model.id });
  expect((await ticketOf(room.body.number)).ticket, "what the room reads in a break").toMatchObject({
    evidence: { title: "public, paused", text: "Back at nine" },
  });
  expect((await report(fan, { about: "profile", id: model.id })).status).toBe(201);
  expect((await report(model, { about: "chat", id: chatId })).status).toBe(201);
  const { ticket } = await ticketOf((await ownReports(model))[0]?.number);
  expect(ticket).toMatchObject({ evidence: { reported: { id: fan.id, name: fan.login, role: "fan" } } });
  const bad = await write("fan", fan, chatId, "hm");
  for (const [who, about, id] of [
    [other, "chat", chatId],
    [other, "message", bad],
    [fan, "message", bad],
    [model, "profile", model.id],
    [fan, "profile", fan.id],
    [fan, "line", 999_999_999],
    [fan, "video", 999_999_999],
  ] as const) {
    const refused = await report(who, { about, id });
    expect([refused.status, refused.body.code], about).toEqual([404, "not_found"]);
  }
  await app.withTransaction((tx) =>
    sql`update catalog.model set hidden = true where id = ${model.id}`.execute(tx),
  );
  expect((await report(other, { about: "profile", id: model.id })).status).toBe(404);
});

test("a line of a show is reported by those who were in it, and by nobody else", async () => {
  const [fan, spy, writer, model] = [await app.fan(), await app.fan(), await app.fan(), await app.model()];
  const { rows } = await app.withTransaction((tx) =>
    sql<{ session_id: number }>`
      with show as (
        insert into live.session (model_id, mode, state, started_at, ended_at)
        values (${model.id}, 'private', 'ended', now() - interval '1 hour', now()) returning id)
      insert into live.participant (session_id, model_id, fan_id, role, rate, hold_id, started_at, keeper, lease_until,
        ended_at, end_reason)
      select id, ${model.id}, ${spy.id}, 'spy', 60, 1, now() - interval '1 hour', ${randomUUID()}::uuid, now(),
        now(), 'show_over' from show returning session_id`.execute(tx),
  );
  const session = rows[0]?.session_id ?? 0;
  const lineIn = async (show: number | null) => {
    const { rows } = await app.withTransaction((tx) =>
      sql<{
        id: number;
      }>`insert into live.line (model_id, author_id, author_name, author_role, kind, body, show_id, at)
        values (${model.id}, ${writer.id}, ${writer.login}, 'fan', 'text', 'something bad', ${show}, now())
        returning id`.execute(tx),
    );
    return rows[0]?.id ?? 0;
  };
  const [inPublic, inShow] = [await lineIn(null), await lineIn(session)];
  expect((await report(fan, { about: "line", id: inPublic })).status).toBe(201);
  expect((await report(fan, { about: "line", id: inShow })).status).toBe(404);
  for (const who of [spy, model]) expect((await report(who, { about: "line", id: inShow })).status).toBe(201);
});

test("the same report twice, and another one about the same thing while it is open, are one ticket", async () => {
  const [fan, other, model] = [await app.fan(), await app.fan(), await app.model()];
  const client_id = randomUUID();
  const target = { about: "room", id: model.id };
  const twice = await Promise.all([1, 2].map(() => report(fan, { ...target, client_id })));
  expect(twice.map(({ status }) => status)).toEqual([201, 201]);
  const again = await report(fan, { ...target, reason: "minor" });
  expect(new Set([...twice, again].map(({ body }) => body.number)).size).toBe(1);
  expect((await report(other, { ...target, client_id })).status, "somebody else's id").toBe(409);
  expect((await report(other, target)).body.number).not.toBe(again.body.number);
  const { ticket, step } = await ticketOf(again.body.number);
  expect(ticket.reports, "about the same account").toBe(2);
  await step("close", "seen");
  expect((await report(fan, target)).body.number).not.toBe(again.body.number);
});

test("who reports reads the answer, by mail too where their address is confirmed, and is not named to the other", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  await app.withTransaction((tx) =>
    sql`update accounts.account set validation = 'waiting' where id = ${fan.id}`.execute(tx),
  );
  const made = await report(fan, { about: "profile", id: model.id, reason: "minor" });
  expect(made.body.mailed).toBe(false);
  const { ticket, step } = await ticketOf(made.body.number);
  const hours = (Date.parse(String(ticket.due_at)) - Date.parse(String(ticket.created_at))) / 3_600_000;
  expect([ticket.priority, hours]).toEqual([1, 24]);
  expect((await step("answer", "We looked at it. Her age is proven.")).status).toBe(200);
  await step("close", "no breach");
  expect(await ownReports(fan)).toMatchObject([
    {
      about: "profile",
      name: model.login,
      state: "closed",
      answers: [{ text: "We looked at it. Her age is proven." }],
    },
  ]);
  expect(await ownReports(model)).toEqual([]);
});

test("ten reports an hour, and one that is invalid gets the reason and stores nothing", async () => {
  const fan = await app.fan();
  const count = async () => (await app.modules.support.tickets({ state: "all", page: 1 })).total;
  const before = await count();
  const model = await app.model();
  for (const wrong of [
    { about: "planet", id: 1 },
    { about: "room", id: model.id, reason: "boredom" },
    { about: "room", id: -1 },
    { about: "room", id: model.id, message: "x".repeat(2_001) },
    { about: "room", id: model.id, message: "my card is 4111 1111 1111 1111" },
  ])
    expect((await report(fan, wrong)).status, JSON.stringify(wrong).slice(0, 60)).toBe(422);
  expect(await count()).toBe(before);
  for (let made = 0; made < 10; made++)
    expect((await report(fan, { about: "profile", id: (await app.model()).id })).status).toBe(201);
  const refused = await report(fan, { about: "room", id: model.id });
  expect([refused.status, refused.body.code]).toEqual([429, "too_many"]);
});

test("an account that is erased leaves its reports unsigned, and a closed report loses its copy after three years", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const made = await report(fan, { about: "profile", id: model.id });
  const { id, step } = await ticketOf(made.body.number);
  await app.withTransaction((tx) =>
    app.modules.support.forget(tx, { id: fan.id, email: null, validation: "waiting" }),
  );
  const left = (await app.modules.support.ticket(id))?.ticket;
  expect(left).toMatchObject({ name: null, email: null, account_id: null, reported_id: model.id });
  expect(left?.evidence).toMatchObject({ reported: { id: model.id } });
  await step("close", "seen");
  await app.withTransaction((tx) =>
    sql`update support.ticket set closed_at = now() - interval '1096 days' where id = ${id}`.execute(tx),
  );
  expect(await app.modules.support.erase()).toBe(1);
  expect((await app.modules.support.ticket(id))?.ticket).toMatchObject({
    evidence: null,
    reported_id: null,
    url: null,
  });
});
