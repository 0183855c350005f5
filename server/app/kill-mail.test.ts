import { sql } from "kysely";
import { expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { registerMember } from "#testing/app/members.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { testSmtpServer } from "#testing/email/smtp-server.ts";
import { appProcesses, type NamedApp } from "#testing/processes/app-processes.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const apps = appProcesses(database);
const addresses = async () =>
  (await readRows(database.db, sql<{ email: string }>`select email from accounts.account`)).map(
    ({ email }) => email,
  );
const waiting = async () =>
  (await readRows(database.db, sql<{ n: number }>`select count(*)::int as n from mail.message`))[0]?.n;

/**
 * Registers one after the other until the process has ended; a machine that is full refuses some, as it should. A
 * connection that breaks before is no end: somebody else tries.
 */
async function registerOn(app: NamedApp): Promise<void> {
  while (app.complaint() === null)
    try {
      await registerMember(app);
    } catch (error) {
      const isUnanswered = error instanceof TypeError;
      if (!isUnanswered && !String(error).includes('"overloaded"')) throw error;
    }
}

test(
  "R-OPEN-94: kill -9 amid registrations and their mails: every account is mailed, nobody else, and a mail sent twice is one mail",
  {
    timeout: 90_000,
  },
  async () => {
    const server = await testSmtpServer();
    server.mood = "keeps silently";
    const app = await apps.start({ smtpUrl: server.url });
    const lanes = Array.from({ length: 4 }, () => registerOn(app));
    await until(async () => (await addresses()).length >= 6, "six registrations");
    await until(() => server.mails.length >= 2, "two mails at the server");
    await app.kill();
    await Promise.all(lanes);
    // None of them counts as sent, though the server has some.
    const known = await addresses();
    expect(await waiting()).toBe(known.length);

    server.mood = "takes";
    const next = await apps.start({ smtpUrl: server.url });
    await apps.releaseLostWork();
    await until(async () => (await waiting()) === 0, "every mail to be sent");
    const receivers = server.mails.map(({ to }) => String(to?.[0]?.address));
    expect([...new Set(receivers)].sort()).toEqual(known.sort());
    expect(receivers.length).toBeGreaterThan(known.length);
    const ids = new Set(server.mails.map(({ to, messageId }) => `${to?.[0]?.address} ${messageId}`));
    expect(ids.size).toBe(known.length);
    await next.kill();
    await server[Symbol.asyncDispose]();
  },
);
