import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { ConfigError, readConfig } from "#server/config.ts";
import { readRows } from "#server/kit/database/database.ts";
import { testApp } from "#testing/app/test-app.ts";

const app = testApp(undefined, undefined, {
  KEEP_MAILS_DAYS: "5",
  KEEP_SESSIONS_DAYS: "2",
  KEEP_MESSAGES_DAYS: "3",
  KEEP_REPORTS_DAYS: "190",
});

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

test("mails and sessions go after the days that the operator set, however many there are", async () => {
  const fan = await app.fan();
  await sql`delete from accounts.session where account_id = ${fan.id}`.execute(app.owner);
  for (const [days, count] of [
    [6, 10_001],
    [4, 2],
  ] as const)
    await sql`
      insert into mail.message (address, subject, text_body, html_body, posted_at)
      select 'a@example.test', 'Hello', '', '', ${daysAgo(days)} from generate_series(1, ${count}::int)`.execute(
      app.owner,
    );
  for (const days of [3, 1])
    await sql`
      insert into accounts.session (token_id, account_id, issued_at, expires_at, last_used_at)
      values (gen_random_uuid(), ${fan.id}, ${daysAgo(9)}, ${daysAgo(days)}, ${daysAgo(9)})`.execute(
      app.owner,
    );
  await app.modules.mailer.trim();
  await app.modules.identity.trimSessions();
  const left = sql<{ mails: number; sessions: number }>`
    select (select count(*)::int from mail.message) as mails,
      (select count(*)::int from accounts.session where account_id = ${fan.id}) as sessions`;
  expect(await readRows(app.db, left)).toEqual([{ mails: 2, sessions: 1 }]);
});

test("messages and reports lose what is about people after the days that the operator set, however many there are", async () => {
  const { support } = app.modules;
  const staff = { id: 1, login: "staff" };
  const opened = async (removal: { url: string; reason: "other" } | null) => {
    const message = {
      clientId: randomUUID(),
      name: "Ana",
      email: "a@example.test",
      message: "please help me",
    };
    const sender = { address: "198.51.100.7", language: "en", accountId: null } as const;
    const ticket = await support.open({ ...message, removal }, sender);
    if (!ticket.ok) throw new Error("refused");
    const step = { kind: "closed", clientId: randomUUID(), body: "done" } as const;
    await support.work(staff, ticket.ticket.id, { ...step, kind: "answer", clientId: randomUUID() });
    await support.work(staff, ticket.ticket.id, step);
    return ticket.ticket.id;
  };
  const [message, removal] = [await opened(null), await opened({ url: "/stream/luna", reason: "other" })];
  const closedAgo = (id: number, days: number) =>
    sql`update support.ticket set closed_at = ${daysAgo(days)} where id = ${id}`.execute(app.owner);
  const erased = async () => {
    const count = await support.erase();
    const tickets = await Promise.all([message, removal].map((id) => support.ticket(id)));
    return [count, ...tickets.map((found) => found?.ticket.erased_at !== null)];
  };
  await closedAgo(message, 2);
  await closedAgo(removal, 189);
  expect(await erased()).toEqual([0, false, false]);
  await closedAgo(message, 4);
  expect(await erased()).toEqual([1, true, false]);
  await closedAgo(removal, 191);
  // As many more as two transactions erase.
  await sql`
    insert into support.ticket overriding system value select (jsonb_populate_record(t, jsonb_build_object(
      'id', t.id + 1000 + n, 'client_id', gen_random_uuid(), 'number', '0000-' || lpad(n::text, 4, '0')))).*
    from support.ticket as t, generate_series(1, 1000) as n where t.id = ${removal}`.execute(app.owner);
  expect(await erased()).toEqual([1001, true, true]);
});

test.each([
  ["KEEP_MAILS_DAYS", 30],
  ["KEEP_SESSIONS_DAYS", 30],
  ["KEEP_MESSAGES_DAYS", 365],
  ["KEEP_REPORTS_DAYS", 1095],
])("%s is never more than the %i days that the privacy policy promises", (name, most) => {
  expect(() => readConfig({ [name]: String(most) })).not.toThrow();
  expect(() => readConfig({ [name]: String(most + 1) })).toThrow(ConfigError);
  expect(() => readConfig({ [name]: "0" })).toThrow(ConfigError);
});
