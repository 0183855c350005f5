import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { OwnDecision } from "#contract/reports.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { emailsTo, emailTo } from "#testing/email/inbox.ts";
import { appealUntil } from "../rules/deadlines.ts";

const app = testApp();

/** A report of a model's profile by a fan, and what can be done about it. */
async function reported() {
  const [fan, model, staff] = [await app.fan(), await app.model(), await app.staff()];
  await sql`update accounts.account set validation = 'confirmed' where id in (${fan.id}, ${model.id})`.execute(
    app.db,
  );
  const client_id = randomUUID();
  const body = { about: "profile", id: model.id, reason: "scam", client_id };
  const number = String((await app.call("POST", "/api/reports", { as: fan, body })).body.number);
  const { rows } = await app.modules.support.tickets({ state: "waiting", page: 1 });
  const id = rows.find((row) => row.number === number)?.id ?? 0;
  const decide = (outcome: string, more: object = {}, as: Person = staff) =>
    app.call("POST", `/api/admin/tickets/${id}/decide`, {
      as,
      body: {
        ...{ client_id: randomUUID(), outcome, reason: "Your page asks for money elsewhere." },
        ...{ answer: "Thank you. We have warned them.", ...more },
      },
    });
  const appeal = (as: Person, text = "It was a joke.") =>
    app.call("POST", `/api/decisions/${number}/appeal`, { as, body: { text } });
  const decisions = async (as: Person) =>
    (await app.call("GET", "/api/decisions", { as })).body.data as OwnDecision[];
  const ticket = async () => (await app.call("GET", `/api/admin/tickets/${id}`, { as: staff })).body;
  return { fan, model, id, number, decide, appeal, decisions, ticket };
}

test("a decision closes the report, answers who made it, and gives its reasons to the person it is about, who does not learn who it was", async () => {
  const { fan, model, number, decide, decisions, ticket } = await reported();
  const client_id = randomUUID();
  const twice = await Promise.all([1, 2].map(() => decide("warned", { client_id })));
  expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  expect((await decide("removed", { client_id })).status, "the same id for something else").toBe(409);
  expect((await decide("removed")).body.code).toBe("closed");
  expect(await ticket()).toMatchObject({
    state: "closed",
    decisions: [{ outcome: "warned", on_appeal: false, reason: "Your page asks for money elsewhere." }],
    notes: [{ kind: "answer", body: "Thank you. We have warned them." }],
  });
  const answers = (await app.call("GET", "/api/reports", { as: fan })).body.data;
  expect(answers).toMatchObject([
    { number, state: "closed", answers: [{ text: "Thank you. We have warned them." }] },
  ]);
  const ownDecisions = await decisions(model);
  expect(ownDecisions).toMatchObject([
    { number, because: "scam", outcome: "warned", appeal: null, final: null },
  ]);
  expect(JSON.stringify(ownDecisions)).not.toContain(fan.login);
  const mail = await emailTo(app, `${model.login}@example.test`, "A decision about you");
  expect(mail.text).toContain("Your page asks for money elsewhere.");
  expect(mail.text).not.toContain(fan.login);
  expect(await emailsTo(app, `${model.login}@example.test`)).toHaveLength(1);
  expect(await decisions(fan)).toEqual([]);
});

test("a report that is dismissed is answered to nobody but who made it, and leaves nothing to appeal against", async () => {
  const { fan, model, decide, appeal, decisions } = await reported();
  expect((await decide("dismissed")).status).toBe(200);
  await emailTo(app, `${fan.login}@example.test`, "About your message");
  expect(await decisions(model)).toEqual([]);
  expect((await appeal(model)).status).toBe(404);
  expect(await emailsTo(app, `${model.login}@example.test`)).toEqual([]);
});

test("the one affected appeals once, in words, and gets the final decision; nobody else can", async () => {
  const { fan, model, decide, appeal, decisions, ticket } = await reported();
  expect((await appeal(model)).status, "before a decision").toBe(404);
  await decide("removed");
  expect((await appeal(fan)).status).toBe(404);
  expect((await appeal(await app.model())).status).toBe(404);
  const twice = await Promise.all([appeal(model), appeal(model)]);
  expect(twice.map(({ status }) => status)).toEqual([200, 200]);
  expect((await appeal(model, "Something else")).body.code).toBe("appealed_already");
  expect(await ticket()).toMatchObject({ state: "open", appeal: { text: "It was a joke." } });
  const other = await app.staff();
  expect((await decide("dismissed", { reason: "It was a joke indeed." }, other)).status).toBe(200);
  expect(await decisions(model)).toMatchObject([
    { outcome: "removed", appeal: { text: "It was a joke." }, final: { outcome: "dismissed" } },
  ]);
  await emailTo(app, `${model.login}@example.test`, "Your appeal is decided");
  expect((await appeal(model, "And again")).body.code).toBe("appealed_already");
});

test("who decided a report does not decide the appeal: another member of staff does, also for the database", async () => {
  const { id, model, decide, appeal, decisions, ticket } = await reported();
  await decide("removed");
  await appeal(model);
  const own = await decide("warned");
  expect([own.status, own.body.code]).toEqual([403, "own_decision"]);
  expect(await ticket()).toMatchObject({ state: "open" });
  await expect(
    sql`insert into support.decision (ticket_id, on_appeal, outcome, reason, staff_id, at)
      select ticket_id, true, 'warned', 'x', staff_id, now() from support.decision where ticket_id = ${id}`.execute(
      app.db,
    ),
  ).rejects.toThrow("who decided does not decide the appeal");
  expect((await decide("warned", {}, await app.staff())).status).toBe(200);
  expect(await decisions(model)).toMatchObject([{ final: { outcome: "warned" } }]);
});

test("while an appeal waits for its final decision nobody closes the report, also not in the database, and an answer leaves it open", async () => {
  const { id, model, decide, appeal, decisions, ticket } = await reported();
  const staff = await app.staff();
  const step = (what: string) =>
    app.call("POST", `/api/admin/tickets/${id}/${what}`, {
      as: staff,
      body: { client_id: randomUUID(), text: "Nothing more to do." },
    });
  expect((await decide("warned")).status).toBe(200);
  expect((await step("reopen")).status).toBe(200);
  expect((await step("close")).status, "a decision alone").toBe(200);
  await appeal(model);
  const close = await step("close");
  expect([close.status, close.body.code]).toEqual([409, "appeal_undecided"]);
  expect(await step("note")).toMatchObject({ status: 200, body: { state: "open" } });
  expect(await step("answer")).toMatchObject({ status: 200, body: { state: "open" } });
  expect(await decisions(model)).toMatchObject([{ final: null }]);
  const byHand = sql`update support.ticket set state = 'closed', closed_at = now() where id = ${id}`;
  for (const db of [app.db, app.owner])
    await expect(byHand.execute(db)).rejects.toThrow("an appeal waits for its decision");
  expect((await decide("dismissed", {}, staff)).status).toBe(200);
  expect(await ticket()).toMatchObject({ state: "closed", decisions: [{}, { on_appeal: true }] });
  expect((await step("reopen")).status).toBe(200);
  expect(await step("answer")).toMatchObject({ status: 200, body: { state: "answered" } });
  expect((await step("close")).status, "after the final decision").toBe(200);
});

test("nobody gets a notice that their account is suspended before it is", async () => {
  const { model, decide } = await reported();
  expect((await decide("suspended")).body.code).toBe("suspend_first");
  await app.withTransaction((tx) => app.modules.identity.suspend(tx, model.id));
  expect((await decide("suspended")).status).toBe(200);
  const mail = await emailTo(app, `${model.login}@example.test`, "A decision about you");
  expect(mail.text).toContain("your account is suspended");
});

test("an appeal has six months, also for the database", async () => {
  const { id, model, decide, appeal, decisions } = await reported();
  await decide("warned");
  const [decision] = await decisions(model);
  expect(decision?.appeal_until).toBe(appealUntil(new Date(String(decision?.at))).toISOString());
  // Nothing changes a decision, its time neither: the one of this test is made older by its owner with the guard off.
  const decidedAt = async (at: string) => {
    await sql`alter table support.decision disable trigger final`.execute(app.owner);
    await sql`update support.decision set at = ${at} where ticket_id = ${id}`.execute(app.owner);
    await sql`alter table support.decision enable trigger final`.execute(app.owner);
  };
  const objectAt = (at: string) =>
    sql`insert into support.appeal (ticket_id, account_id, text, at) values (${id}, ${model.id}, 'late', ${at})`;
  for (const [at, until] of [
    ["2026-03-01T10:00:00.000Z", "2026-09-01T10:00:00.000Z"],
    ["2025-08-31T10:00:00.000Z", "2026-02-28T10:00:00.000Z"],
    ["2023-08-30T23:30:00.000Z", "2024-02-29T23:30:00.000Z"],
  ] as const) {
    await decidedAt(at);
    expect(appealUntil(new Date(at)).toISOString()).toBe(until);
    const late = new Date(Date.parse(until) + 1).toISOString();
    await expect(objectAt(late).execute(app.db), late).rejects.toThrow("no decision to appeal against");
    await app.withTransaction(async (tx) => {
      await sql`set local time zone 'America/New_York'`.execute(tx);
      await sql`savepoint before`.execute(tx);
      await objectAt(until).execute(tx);
      await sql`rollback to savepoint before`.execute(tx);
    });
  }
  await decidedAt("2023-08-30T23:30:00.000Z");
  expect((await appeal(model)).body.code).toBe("appeal_too_late");
});

test("neither the application nor the owner of the tables changes what was decided, objected and answered", async () => {
  const { id, model, decide, appeal } = await reported();
  await decide("warned");
  await appeal(model);
  const statements = [
    sql`update support.decision set outcome = 'dismissed' where ticket_id = ${id}`,
    sql`update support.decision set reason = 'another' where ticket_id = ${id}`,
    sql`update support.appeal set text = 'another' where ticket_id = ${id}`,
    sql`update support.note set body = 'another' where ticket_id = ${id}`,
    sql`update support.note set staff_id = 1 where ticket_id = ${id}`,
    sql`delete from support.decision where ticket_id = ${id}`,
    sql`delete from support.appeal where ticket_id = ${id}`,
    sql`delete from support.note where ticket_id = ${id}`,
    sql`truncate support.decision`,
  ];
  for (const statement of statements) {
    await expect(statement.execute(app.db)).rejects.toThrow(/permission denied|never changed/);
    await expect(statement.execute(app.owner)).rejects.toThrow(/never changed/);
  }
  await expect(
    sql`insert into support.decision (ticket_id, on_appeal, outcome, reason, staff_id, at)
      values (${(await reported()).id}, true, 'warned', 'x', 1, now())`.execute(app.db),
  ).rejects.toThrow("nobody has appealed");
});

test("somebody who is erased leaves no words in their appeals; a contact message is not decided", async () => {
  const { model, decide, appeal, ticket } = await reported();
  await decide("warned");
  await appeal(model);
  await app.withTransaction((tx) =>
    app.modules.support.forget(tx, { id: model.id, email: null, validation: "waiting" }),
  );
  expect(await ticket()).toMatchObject({ appeal: { text: null } });
  const opened = await app.modules.support.open(
    { clientId: randomUUID(), name: "A", email: "a@example.test", message: "a long question", removal: null },
    { address: "192.0.2.7", language: "en", accountId: null },
  );
  const staff = await app.staff();
  const refused = await app.call("POST", `/api/admin/tickets/${opened.ok ? opened.ticket.id : 0}/decide`, {
    as: staff,
    body: { client_id: randomUUID(), outcome: "dismissed", reason: "none", answer: "none" },
  });
  expect(refused.body.code).toBe("not_a_report");
});
