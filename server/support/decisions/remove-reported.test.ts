import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { TicketDetails } from "#contract/admin-tickets.ts";
import type { StaffLogLine } from "#contract/admin.ts";
import type { NotificationsPage } from "#contract/notifications.ts";
import type { OwnDecisions } from "#contract/reports.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { createItem } from "#testing/content/items.ts";
import { emailsTo, emailTo } from "#testing/email/inbox.ts";
import { chatClient } from "#testing/messaging/chat-client.ts";
import { until } from "#testing/until.ts";

const app = testApp();
const chats = chatClient(app);

/** Two people who read mail, and staff. */
async function people() {
  const [fan, model, staff] = [await app.fan(100), await app.model(), await app.staff()];
  await sql`update accounts.account set validation = 'confirmed' where id in (${fan.id}, ${model.id})`.execute(
    app.db,
  );
  return { fan, model, staff };
}

/** Reports something; answers what staff can do about it. */
async function reported(by: Person, staff: Person, about: string, id: number) {
  const made = await app.call("POST", "/api/reports", {
    as: by,
    body: { about, id, reason: "scam", client_id: randomUUID() },
  });
  expect(made.status).toBe(201);
  const { rows } = await app.modules.support.tickets({ state: "waiting", page: 1 });
  const ticketId = rows.find(({ number }) => number === made.body.number)?.id ?? 0;
  const path = `/api/admin/tickets/${ticketId}`;
  return {
    remove: (as: Person = staff, client_id: string = randomUUID(), reason = "It asks for money elsewhere.") =>
      app.call("POST", `${path}/remove`, { as, body: { reason, client_id }, language: "es" }),
    decide: (outcome: string, as: Person = staff) =>
      app.call("POST", `${path}/decide`, {
        as,
        body: { client_id: randomUUID(), outcome, reason: "Not allowed.", answer: "Thank you." },
      }),
    work: (kind: "answer" | "close" | "reopen") =>
      app.call("POST", `${path}/${kind}`, {
        as: staff,
        body: { client_id: randomUUID(), text: "Looked at." },
      }),
    appeal: (as: Person) =>
      app.call("POST", `/api/decisions/${String(made.body.number)}/appeal`, {
        as,
        body: { text: "It was a joke." },
      }),
    id: ticketId,
    ticket: async () => (await app.call("GET", path, { as: staff })).body as unknown as TicketDetails,
    log: async () => {
      const { body } = await app.call("GET", `/api/admin/log?target=ticket:${ticketId}`, { as: staff });
      return (body.data as StaffLogLine[]).filter(({ action }) => action === "remove_reported");
    },
  };
}

test("staff remove a reported message once, with a reason: it goes for both, stays in the report, and its author is notified", async () => {
  const { fan, model, staff } = await people();
  const chatId = (await chats.open(fan, model)).body.id;
  const bad = (await chats.answer(model, chatId, "Pay me elsewhere")).body.id;
  await chats.answer(model, chatId, "Good night");
  const page = await listen(app, [`person:${fan.id}`], fan);
  const { remove, ticket, log } = await reported(fan, staff, "message", bad);
  expect(await ticket()).toMatchObject({ removable: true });
  const client_id = randomUUID();
  const twice = await Promise.all([remove(staff, client_id), remove(staff, client_id)]);
  expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  await page.event("Chat.MessageDeletedEvent", ({ message_id }) => message_id === bad);
  for (const { body } of [await chats.messages(fan, chatId), await chats.messagesOfModel(model, chatId)])
    expect(body.data.map((message) => message.body)).toEqual(["Good night"]);
  expect(await ticket()).toMatchObject({
    state: "open",
    removable: false,
    evidence: { text: "Pay me elsewhere" },
    notes: [{ kind: "removed", body: "It asks for money elsewhere.", staff: staff.login }],
  });
  expect(await log()).toMatchObject([{ staff: staff.login, reason: "It asks for money elsewhere." }]);
  const mail = await emailTo(app, `${model.login}@example.test`, "We removed something you posted");
  for (const part of ["Pay me elsewhere", "It asks for money elsewhere."]) expect(mail.text).toContain(part);
  expect(mail.text, "who reported it").not.toContain(fan.login);
  expect(await emailsTo(app, `${model.login}@example.test`)).toHaveLength(1);
  const other = await remove();
  expect(other).toMatchObject({ status: 409, body: { code: "removed_already", message: "Ya no está." } });
  expect((await remove(staff, client_id, "another reason")).status).toBe(409);
  page.close();
});

test("an author without a confirmed address reads in the product what was removed and why, until it is decided", async () => {
  const [fan, model, staff] = [await app.fan(), await app.model(), await app.staff()];
  const chatId = (await chats.open(fan, model)).body.id;
  const own = async (as: Person) =>
    (await app.call("GET", "/api/decisions", { as })).body as unknown as OwnDecisions;
  const message = (await chats.say(fan, chatId, "Pay me elsewhere")).body.id;
  const { remove, decide } = await reported(model, staff, "message", message);
  expect((await remove()).status).toBe(200);
  expect(await own(fan)).toMatchObject({
    data: [],
    removals: [
      { about: "message", text: "Pay me elsewhere", reason: "It asks for money elsewhere.", refunded: false },
    ],
  });
  expect(JSON.stringify(await own(fan)), "who reported it").not.toContain(model.login);
  expect((await own(model)).removals, "somebody else").toEqual([]);
  const notification = () =>
    until(async () => {
      const { data } = (await app.call("GET", "/api/fan/notifications", { as: fan }))
        .body as unknown as NotificationsPage;
      return data.find(({ kind }) => kind === "staff_decision");
    });
  expect((await notification()).model).toBeNull();
  await decide("warned");
  const after = await own(fan);
  expect([after.removals, after.data.length]).toEqual([[], 1]);
  expect(await emailsTo(app, `${fan.login}@example.test`)).toEqual([]);
});

test("a removed video is gone for its model and for who bought it, and its files stay for the report", async () => {
  const { fan, model, staff } = await people();
  const id = await createItem(app, model, { kind: "video", title: "Elsewhere", price: 30 });
  const bought = await app.call("POST", "/api/fan/buy-attachment", { as: fan, body: { attachment_id: id } });
  expect(bought.status).toBe(200);
  const watchUrl = (bought.body.item as { watchUrl: string }).watchUrl;
  const seen = async () => [
    ...(await Promise.all(
      [fan, model].map(async (as) => (await app.call("GET", `/api/videos/${id}`, { as })).status),
    )),
    (await app.call("GET", watchUrl, { as: fan })).status,
    JSON.stringify((await app.call("GET", "/api/videos-purchased", { as: fan })).body).includes("Elsewhere"),
  ];
  expect(await seen()).toEqual([200, 200, 200, true]);
  const { remove } = await reported(fan, staff, "video", id);
  expect((await remove()).status).toBe(200);
  expect((await seen()).slice(0, 2)).toEqual([404, 404]);
  expect((await seen())[2]).not.toBe(200);
  expect((await seen())[3]).toBe(false);
  const { rows } = await sql<{ kept: boolean }>`
    select media_key is not null as kept from content.item where id = ${id}`.execute(app.db);
  expect(rows).toEqual([{ kept: true }]);
});

test("a message to many that is reported in one chat goes from all of them", async () => {
  const { fan, model, staff } = await people();
  const other = await app.fan();
  const ids = await Promise.all([fan, other].map(async (one) => (await chats.open(one, model)).body.id));
  const { rows } = await sql<{ id: number }>`
    insert into messaging.mass_message
      (model_id, client_id, audience, body, recipients, created_at, due_at, started_at, finished_at)
    values (${model.id}, ${randomUUID()}, 'everybody', 'Pay me elsewhere', 2, now(), now(), now(), now())
    returning id`.execute(app.owner);
  await sql`
    insert into messaging.message (chat_id, author, type, body, mass_message_id, sent_at, updated_at)
    select id, 'model', 'text', 'Pay me elsewhere', ${rows[0]?.id}, now(), now()
    from messaging.chat where id = any (${ids}::bigint[])`.execute(app.owner);
  const [message] = (await chats.messages(fan, ids[0] ?? 0)).body.data;
  const { remove } = await reported(fan, staff, "message", message?.id ?? 0);
  expect((await remove()).status).toBe(200);
  for (const [at, one] of [fan, other].entries())
    expect((await chats.messages(one, ids[at] ?? 0)).body.data).toEqual([]);
});

test("what a model wrote in the room goes from every page; a decision to remove removes too", async () => {
  const { fan, model, staff } = await people();
  await app.modules.rooms.publisherTurned(model.login, "started");
  const post = async (as: Person, text: string) =>
    (
      await app.call("POST", `/api/stream/${model.login}/message`, {
        as,
        body: { body: text, client_message_id: randomUUID() },
      })
    ).body.id as number;
  const page = await listen(app, [`room:${model.login}`], fan);
  const first = await post(model, "Pay me elsewhere");
  const { remove } = await reported(fan, staff, "line", first);
  expect((await remove()).status).toBe(200);
  await page.event("RoomMessageRemoved", ({ id }) => id === first);
  const second = await post(fan, "Write to me elsewhere");
  const decided = await reported(model, staff, "line", second);
  expect((await decided.decide("removed")).status).toBe(200);
  await page.event("RoomMessageRemoved", ({ id }) => id === second);
  expect(await decided.ticket()).toMatchObject({ state: "closed", removable: false });
  page.close();
});

test("a profile is not removed but its model hidden, nothing happens without a reason, and only staff remove", async () => {
  const { fan, model, staff } = await people();
  const profile = await reported(fan, staff, "profile", model.id);
  expect((await profile.ticket()).removable).toBe(false);
  expect((await profile.remove()).body.code).toBe("not_removable");
  const chatId = (await chats.open(fan, model)).body.id;
  const { id } = (await chats.answer(model, chatId, "Pay me elsewhere")).body;
  const { remove, log } = await reported(fan, staff, "message", id);
  for (const as of [fan, model]) expect((await remove(as)).status).toBe(403);
  expect((await remove(staff, randomUUID(), " ")).status).toBe(422);
  expect(await log()).toEqual([]);
  expect((await chats.messages(fan, chatId)).body.data).toHaveLength(1);
});

/** A model's message to a fan, which the fan reports. */
async function reportedMessage() {
  const { fan, model, staff } = await people();
  const chatId = (await chats.open(fan, model)).body.id;
  const { id } = (await chats.answer(model, chatId, "Pay me elsewhere")).body;
  const left = async () => (await chats.messages(fan, chatId)).body.data.length;
  return { model, staff, left, ...(await reported(fan, staff, "message", id)) };
}

test("nothing is removed after the decision, which could not follow any more, until somebody objects to it", async () => {
  const { model, left, remove, decide, work, appeal, ticket } = await reportedMessage();
  await decide("warned");
  expect((await remove()).body.code).toBe("closed");
  await work("reopen");
  expect((await remove()).body.code).toBe("decided_already");
  expect([(await ticket()).removable, await left()]).toEqual([false, 1]);
  expect((await appeal(model)).status).toBe(200);
  expect((await ticket()).removable).toBe(true);
  const other = await app.staff();
  expect((await remove(other)).status).toBe(200);
  expect(await left()).toBe(0);
  const own = (await app.call("GET", "/api/decisions", { as: model })).body as unknown as OwnDecisions;
  expect(own.removals, "removed while the final decision is to come").toHaveLength(1);
  // The member of staff who removed now had no part in the first decision.
  expect((await decide("removed", other)).status).toBe(200);
});

test("a report that is closed without a decision is opened again before something is removed", async () => {
  const { left, remove, decide, work, ticket } = await reportedMessage();
  await work("close");
  expect((await remove()).body.code).toBe("closed");
  expect([(await ticket()).removable, await left()]).toEqual([false, 1]);
  await work("reopen");
  expect((await remove()).status).toBe(200);
  expect((await decide("removed")).status).toBe(200);
});

test("after a removal the report is neither dismissed nor closed without a decision, to which its author can object", async () => {
  const { model, remove, decide, work, appeal, ticket } = await reportedMessage();
  const [second, third] = [await app.staff(), await app.staff()];
  expect((await remove()).status).toBe(200);
  const refused = { status: 409, body: { code: "removal_undecided" } };
  expect(await decide("dismissed", second)).toMatchObject(refused);
  expect(await work("close")).toMatchObject(refused);
  expect(await work("answer")).toMatchObject({ status: 200, body: { state: "answered" } });
  expect(await ticket()).toMatchObject({
    state: "answered",
    decisions: [],
    notes: [{ kind: "removed" }, {}],
  });
  expect((await decide("removed", second)).status).toBe(200);
  await emailTo(app, `${model.login}@example.test`, "A decision about you");
  expect((await appeal(model)).status).toBe(200);
  expect((await decide("dismissed", third)).status, "on appeal").toBe(200);
  await work("reopen");
  expect((await work("close")).status, "after the final decision").toBe(200);
});

/** Takes steps in a report at once; its lock is theirs in this order. */
async function inTurn<Answer>(ticketId: number, steps: readonly (() => Promise<Answer>)[]) {
  const answers: Promise<Answer>[] = [];
  await app.withTransaction(async (tx) => {
    await sql`select from support.ticket where id = ${ticketId} for update`.execute(tx);
    for (const step of steps) {
      answers.push(step());
      await until(async () => {
        const { rows } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%"ticket"%'`.execute(
          app.owner,
        );
        return rows.length >= answers.length;
      }, `${answers.length} steps to wait for the report`);
    }
  });
  return Promise.all(answers);
}

test.each(["dismiss", "close"] as const)(
  "of a removal and its opposite (%s) at once, the first is done and the other refused",
  async (opposite) => {
    for (const isRemovedFirst of [true, false]) {
      const { id, left, remove, decide, work, ticket } = await reportedMessage();
      const other = await app.staff();
      const end = () => (opposite === "dismiss" ? decide("dismissed", other) : work("close"));
      const steps = isRemovedFirst ? [() => remove(), end] : [end, () => remove()];
      const [first, second] = await inTurn(id, steps);
      expect(first?.status).toBe(200);
      const code = isRemovedFirst ? "removal_undecided" : "closed";
      expect(second).toMatchObject({ status: 409, body: { code } });
      expect(await left()).toBe(isRemovedFirst ? 0 : 1);
      expect((await ticket()).state).toBe(isRemovedFirst ? "open" : "closed");
    }
  },
);

test("who removed ahead of a decision had a part in it and does not decide the appeal, also for the database", async () => {
  const { id, model, staff, remove, decide, appeal } = await reportedMessage();
  const [second, third] = [await app.staff(), await app.staff()];
  await remove();
  expect((await decide("removed", second)).status).toBe(200);
  await appeal(model);
  for (const as of [staff, second])
    expect(await decide("dismissed", as)).toMatchObject({ status: 403, body: { code: "own_decision" } });
  await expect(
    sql`insert into support.decision (ticket_id, on_appeal, outcome, reason, staff_id, at)
      values (${id}, true, 'dismissed', 'x', ${staff.id}, now())`.execute(app.db),
  ).rejects.toThrow("who decided does not decide the appeal");
  expect((await decide("dismissed", third)).status).toBe(200);
});
