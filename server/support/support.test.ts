import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { memoryLimits } from "#server/kit/http/limits.ts";
import { freshAddress } from "#testing/app/members.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { createSupport, type Message } from "./support.ts";

const app = testApp();
let addresses = 0;
/** The header of a new sender. */
const stranger = () => ({ "x-forwarded-for": `203.0.113.${++addresses}` });
const contact = () => ({
  name: "Ana",
  email: "ana@example.test",
  message: "I cannot find my receipt.",
  client_id: randomUUID(),
});
const removal = (reason: string) => ({ ...contact(), url: "https://fan.example/stream/luna", reason });
const send = (path: "contact" | "content-removal", body: object, headers = stranger(), language = "en") =>
  app.call("POST", `/api/support/${path}`, { body, headers, language });
const emailsTo = async (address: string) =>
  app.withTransaction(async (tx) => {
    const { rows } = await sql<{ subject: string; text_body: string }>`
      select subject, text_body from mail.message where address = ${address} order by id`.execute(tx);
    return rows;
  });
let staff: Person;
beforeAll(async () => {
  staff = await app.staff();
});
const asStaff = (method: "GET" | "POST", path: string, body?: object) =>
  app.call(method, `/api/admin/${path}`, { as: staff, ...(body ? { body } : {}) });
const actionsOn = async (ticketId: number | undefined) => {
  const { body } = await asStaff("GET", `log?target=ticket:${ticketId}`);
  return (body.data as { action: string }[]).map(({ action }) => action);
};
const ticketCount = async () => (await app.modules.support.tickets({ state: "all", page: 1 })).total;

test("R-OPEN-88, R-LEGAL-07: a message becomes one ticket, of which support is notified and its sender gets a receipt", async () => {
  const body = { ...contact(), email: "first@example.test" };
  const { status, body: receipt } = await send("contact", body);
  expect(status).toBe(201);
  expect(receipt).toMatchObject({ mailed: true, number: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/) });
  const again = await send("contact", body);
  expect(again).toMatchObject({ status: 201, body: receipt });
  const confirmations = await emailsTo("first@example.test");
  expect(confirmations).toHaveLength(1);
  expect(confirmations[0]?.subject).toBe(`We got your message (${String(receipt.number)})`);
  const newTicketEmail = await emailsTo("support@fanlight.example");
  expect(newTicketEmail.filter(({ subject }) => subject.includes(String(receipt.number)))).toHaveLength(1);
});

test("R-LEGAL-08, R-OPEN-88: a removal is confirmed in the sender's language, grave ones first in the queue", async () => {
  const other = await send("content-removal", removal("copyright"));
  const grave = await send("content-removal", { ...removal("minor"), name: "", email: "" });
  const spanish = await send(
    "content-removal",
    { ...removal("nonconsensual"), email: "es@example.test" },
    stranger(),
    "es",
  );
  expect([other.status, grave.status, spanish.status]).toEqual([201, 201, 201]);
  expect(grave.body.mailed).toBe(false);
  const hours = (reply: typeof grave) => (Date.parse(String(reply.body.due_at)) - Date.now()) / 3_600_000;
  expect([Math.round(hours(grave)), Math.round(hours(other))]).toEqual([24, 7 * 24]);
  const emails = await emailsTo("es@example.test");
  expect(emails[0]?.text_body).toContain("Recibimos tu solicitud de eliminación.");
  const { rows } = await app.modules.support.tickets({ state: "waiting", page: 1 });
  const order = rows.map(({ number }) => number);
  expect(order.indexOf(String(grave.body.number))).toBeLessThan(order.indexOf(String(other.body.number)));
});

test("R-OPEN-88: wrong fields are named in the caller's language and store nothing, nor does what only programs fill in", async () => {
  const before = await ticketCount();
  const wrong = await send(
    "content-removal",
    { ...removal("nothing"), email: "x", url: "luna" },
    stranger(),
    "es",
  );
  expect(wrong.status).toBe(422);
  expect(Object.keys(wrong.body.errors as object).toSorted()).toEqual(["email", "reason", "url"]);
  expect((wrong.body.errors as Record<string, string[]>).email).toEqual(["correo incorrecto"]);
  const withCard = { ...contact(), message: "Why was 4242-4242-4242-4242 charged twice?" };
  expect((await send("contact", withCard)).body.errors).toEqual({
    message: ["Please do not write a card number here"],
  });
  const trapped = await send("contact", { ...contact(), website: "https://spam.example" });
  expect(trapped.status).toBe(422);
  expect(await ticketCount()).toBe(before);
});

test("R-OPEN-88: five messages an hour from one address, removals counted apart; a repeated one costs nothing", async () => {
  const from = stranger();
  const first = contact();
  expect((await send("contact", first, from)).status).toBe(201);
  expect((await send("contact", first, from)).status).toBe(201);
  for (let sent = 1; sent < 5; sent++) expect((await send("contact", contact(), from)).status).toBe(201);
  const refused = await send("contact", contact(), from);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await send("content-removal", removal("danger"), from)).status).toBe(201);
});

test("R-OPEN-88: copies that arrive at the same moment are one ticket", async () => {
  const before = await ticketCount();
  const [body, from] = [contact(), stranger()];
  const replies = await Promise.all([1, 2, 3].map(() => send("contact", body, from)));
  expect(new Set(replies.map((reply) => reply.body.number)).size).toBe(1);
  expect(await ticketCount()).toBe(before + 1);
});

test("R-OPEN-88: personal data is erased when its time is over: messages after one year, removals after three", async () => {
  const { support, mailer } = app.modules;
  const { db } = app;
  let now = new Date("2030-01-01T12:00:00Z");
  const clock = { now: () => now, after: () => () => {}, every: () => () => {} };
  const later = createSupport({
    db,
    clock,
    limits: memoryLimits(),
    enqueueEmail: mailer.enqueue,
    supportEmail: "s@example.test",
    keeping: { messages: 365, reports: 3 * 365 },
    publicOrigin: "http://x",
    accounts: app.modules.identity,
    readEvidence: async () => null,
    pictures: support.pictures,
    removeContent: async () => null,
    contentExists: async () => false,
    readSales: async () => [],
    files: app.modules.privateFiles,
    wallet: app.modules.wallet,
  });
  const staff = { id: 1, login: "staff" };
  const sender = { address: "198.51.100.7", language: "en", accountId: null } as const;
  const ids: number[] = [];
  for (const removal of [null, { url: "/stream/luna", reason: "other" }] as Message["removal"][]) {
    const message = {
      clientId: randomUUID(),
      name: "Ana",
      email: "a@example.test",
      message: "please help me",
      removal,
    };
    const opened = await later.open(message, sender);
    if (!opened.ok) throw new Error("refused");
    ids.push(opened.ticket.id);
    await later.work(staff, opened.ticket.id, { kind: "answer", clientId: randomUUID(), body: "Dear Ana" });
    await later.work(staff, opened.ticket.id, { kind: "closed", clientId: randomUUID(), body: "done" });
  }
  const erased = async () => {
    await later.erase();
    const tickets = await Promise.all(ids.map((id) => support.ticket(id)));
    return tickets.map(
      (found) => found?.ticket.erased_at !== null && found?.notes.every(({ body }) => body === null),
    );
  };
  now = new Date("2030-12-31T12:00:00Z");
  expect(await erased()).toEqual([false, false]);
  now = new Date("2031-01-03T12:00:00Z");
  expect(await erased()).toEqual([true, false]);
  now = new Date("2033-01-03T12:00:00Z");
  expect(await erased()).toEqual([true, true]);
  const [contactTicket] = await Promise.all(ids.map((id) => support.ticket(id)));
  expect(contactTicket?.ticket).toMatchObject({ name: null, email: null, url: null, message: null });
  for (const id of ids)
    expect((await support.log({ target: `ticket:${id}`, page: 1 })).rows).toMatchObject([
      { action: "close_ticket", reason: "erased" },
      { action: "answer_ticket", reason: "erased" },
    ]);
});

test("R-OPEN-88: the log of the staff can be neither changed nor emptied", async () => {
  await app.withTransaction((tx) =>
    app.modules.support.record(tx, {
      key: "test:1",
      staff: { id: 1, login: "staff" },
      action: "end_show",
      target: "model:1",
      label: "luna",
      reason: "a test",
      at: new Date(),
    }),
  );
  for (const change of [
    "update support.staff_action set reason = 'x'",
    "update support.staff_action set label = 'x'",
    "update support.staff_action set reason = 'erased' where target = 'model:1'",
    "update support.staff_action set label = 'erased2'",
    "update support.staff_action set staff_login = 'another'",
    "update support.staff_action set label = 'erased1', reason = 'x'",
    "update support.staff_action set label = 'erased1', target = 'model:2'",
    "delete from support.staff_action",
    "truncate support.staff_action",
  ])
    await expect(
      inTransaction(app.owner, (tx) => sql.raw(change).execute(tx)),
      change,
    ).rejects.toThrow(/never changed/);
});

test("R-OPEN-88: a ticket is answered by email in its sender's language, noted on, and closed with the decision", async () => {
  const sent = await app.call("POST", "/api/support/content-removal", {
    language: "es",
    headers: { "x-forwarded-for": "203.0.113.200" },
    body: {
      name: "Eva",
      email: "eva@example.test",
      message: "Salgo yo en ese vídeo.",
      url: "/stream/luna",
      reason: "nonconsensual",
      client_id: randomUUID(),
    },
  });
  const queue = (await asStaff("GET", "tickets")).body.data as {
    id: number;
    number: string;
    overdue: boolean;
  }[];
  const ticket = queue.find(({ number }) => number === sent.body.number);
  expect(ticket?.overdue).toBe(false);
  const step = (what: string, text: string, client_id: string = randomUUID()) =>
    asStaff("POST", `tickets/${ticket?.id}/${what}`, { text, client_id });
  await step("note", "checked the recording");
  const once = randomUUID();
  const answers = [
    await step("answer", "Lo hemos retirado.", once),
    await step("answer", "Lo hemos retirado.", once),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const closed = await step("close", "removed");
  expect(closed.body).toMatchObject({
    state: "closed",
    url: "/stream/luna",
    notes: [
      { kind: "note", body: "checked the recording", staff: staff.login },
      { kind: "answer", body: "Lo hemos retirado." },
      { kind: "closed", body: "removed" },
    ],
  });
  expect((await step("answer", "too late")).status).toBe(409);
  const emails = await emailsTo("eva@example.test");
  expect(emails).toHaveLength(2);
  expect(emails[1]).toMatchObject({
    subject: `Sobre tu mensaje ${String(sent.body.number)}`,
    text_body: expect.stringContaining("Lo hemos retirado."),
  });
  expect(await actionsOn(ticket?.id)).toEqual(["close_ticket", "answer_ticket", "note_ticket"]);
});

test("R-OPEN-88: a closed ticket is opened again, once, with a new deadline and an entry in the log; an erased one is not", async () => {
  const body = { name: "Eva", email: "eva2@example.test", message: "Not solved.", client_id: randomUUID() };
  const headers = { "x-forwarded-for": "203.0.113.201" };
  const sent = await app.call("POST", "/api/support/contact", { body, headers });
  const queue = (await asStaff("GET", "tickets")).body.data as { id: number; number: string }[];
  const id = queue.find(({ number }) => number === sent.body.number)?.id ?? 0;
  const step = (what: string, text: string, client_id: string = randomUUID()) =>
    asStaff("POST", `tickets/${id}/${what}`, { text, client_id });
  expect((await step("reopen", "too early")).body.code).toBe("not_closed");
  await step("close", "done");
  await app.withTransaction((tx) =>
    sql`update support.ticket set created_at = now() - interval '9 days', due_at = now() - interval '5 days' where id = ${id}`.execute(
      tx,
    ),
  );
  const once = randomUUID();
  const both = await Promise.all([1, 2].map(() => step("reopen", "they wrote again", once)));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both[0]?.body).toMatchObject({ state: "open", overdue: false });
  expect(both[0]?.body.notes).toMatchObject([
    { kind: "closed", body: "done" },
    { kind: "reopened", body: "they wrote again" },
  ]);
  expect(await actionsOn(id)).toEqual(["reopen_ticket", "close_ticket"]);
  expect((await step("answer", "now it is")).status).toBe(200);
  await step("close", "done now");
  await app.withTransaction((tx) =>
    sql`update support.ticket set name = null, email = null, url = null, message = null, account_id = null,
      erased_at = now() where id = ${id}`.execute(tx),
  );
  expect((await step("reopen", "too late")).body.code).toBe("erased");
});

test("R-OPEN-88: the id of a step in one ticket is refused in another, and leaves nothing there", async () => {
  const ids: number[] = [];
  for (const name of ["Eva", "Ida"]) {
    const message = {
      name,
      email: `${name}@example.test`,
      message: "Something is wrong.",
      client_id: randomUUID(),
    };
    await app.call("POST", "/api/support/contact", { body: message, headers: freshAddress() });
    const { body } = await asStaff("GET", "tickets");
    const newest = (body.data as { id: number; name: string }[]).find((ticket) => ticket.name === name);
    ids.push(newest?.id ?? 0);
  }
  const step = { text: "looked at", client_id: randomUUID() };
  expect((await asStaff("POST", `tickets/${ids[0]}/note`, step)).status).toBe(200);
  expect((await asStaff("POST", `tickets/${ids[0]}/note`, step)).status, "the same again").toBe(200);
  const elsewhere = await asStaff("POST", `tickets/${ids[1]}/note`, step);
  expect([elsewhere.status, elsewhere.body.code]).toEqual([409, "key_reused"]);
  expect((await asStaff("GET", `tickets/${ids[1]}`)).body.notes).toEqual([]);
});
