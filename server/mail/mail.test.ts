import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { startJobs } from "#server/kit/jobs.ts";
import { createLogger } from "#server/kit/log.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { type TestSmtpServer, testSmtpServer } from "#testing/mail/smtp-server.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { until } from "#testing/until.ts";
import { type Carrier, createMail, type Letter, type Mail, smtpCarrier } from "./mail.ts";

const database = fileDatabase();
const logged: string[] = [];
const log = createLogger("debug", { write: (line) => logged.push(line) });
let server: TestSmtpServer;
let carrier: Carrier;
let mail: Mail;
let stopJobs: () => Promise<void>;

const letter = (parts: Partial<Letter> = {}): Letter => ({
  to: "anna@example.test",
  language: "en",
  subject: "Confirm your email",
  paragraphs: ["Hello anna,", "Please confirm."],
  action: { label: "Confirm email", url: "https://fanlight.test/confirm?token=top-secret&a=1" },
  footnote: "Valid for 48 hours.",
  ...parts,
});
const post = (parts?: Partial<Letter>) => inTransaction(database.db, (tx) => mail.post(tx, letter(parts)));
const rows = () =>
  readRows(
    database.db,
    sql<{ subject: string; refused_at: Date | null }>`select subject, refused_at from mail.message`,
  );

beforeEach(async () => {
  server = await testSmtpServer();
  carrier = smtpCarrier({ url: server.url, from: "no-reply@fanlight.test" });
  mail = createMail({
    db: database.db,
    clock: manualClock(),
    log,
    homeUrl: "https://fanlight.test",
    carrier,
  });
  stopJobs = (await startJobs(database.db, { recurring: {}, queued: mail.work }, log)).stop;
});

afterEach(async () => {
  await stopJobs();
  carrier.close();
  await server[Symbol.asyncDispose]();
  await sql`delete from mail.message`.execute(database.db);
  logged.length = 0;
});

test("R-OPEN-94: a posted mail arrives as text and HTML, in its language, and is then forgotten", async () => {
  await post({ language: "es", subject: "Confirma tu correo" });
  const arrived = await until(() => server.mails[0], "the mail");
  expect(arrived).toMatchObject({
    subject: "Confirma tu correo",
    from: { name: "Fanlight", address: "no-reply@fanlight.test" },
    to: [{ address: "anna@example.test" }],
  });
  expect(arrived.text).toContain("https://fanlight.test/confirm?token=top-secret&a=1");
  expect(arrived.text).toContain("Valid for 48 hours.");
  expect(arrived.html).toContain('href="https://fanlight.test/confirm?token=top-secret&amp;a=1"');
  expect(arrived.html).toContain('<html lang="es">');
  expect(arrived.html).toContain("Si el botón no funciona");
  await until(async () => (await rows()).length === 0, "the mail to be forgotten");
  expect(await mail.outbox(database.db)).toEqual([]);
});

test("what people write is text in a mail, never markup and never a header", async () => {
  await post({
    subject: "Hi\r\nBcc: eve@example.test",
    paragraphs: ['<img src=x onerror="alert(1)"> & more'],
    to: "o'hara+tag@example.test",
  });
  const arrived = await until(() => server.mails[0], "the mail");
  expect(arrived.html).not.toContain("<img");
  expect(arrived.html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; more");
  expect(arrived.subject).toBe("Hi Bcc: eve@example.test");
  expect(arrived.bcc ?? []).toEqual([]);
  expect(arrived.to).toEqual([{ name: "", address: "o'hara+tag@example.test" }]);
});

test("a mail whose transaction is rolled back is never sent", async () => {
  const failing = inTransaction(database.db, async (tx) => {
    await mail.post(tx, letter({ subject: "never" }));
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  await post({ subject: "after it" });
  await until(() => server.mails.length === 1, "the other mail");
  expect(server.mails[0]?.subject).toBe("after it");
});

test("a mail that the server cannot take now waits, and goes out once when the server can", async () => {
  server.mood = 451;
  await post();
  await until(async () => (await triedJobs()) === 1, "the first try to fail");
  expect(server.mails).toEqual([]);
  expect(await mail.waiting(database.db)).toBe(1);
  server.mood = "takes";
  await triesAreDue();
  await until(async () => (await mail.waiting(database.db)) === 0, "the second try");
  expect(server.mails).toHaveLength(1);
});

test("a mail to an address that the server does not know is not tried again", async () => {
  server.mood = 550;
  await post();
  await until(async () => (await rows())[0]?.refused_at, "the refusal to be noted");
  expect(await mail.waiting(database.db)).toBe(0);
  expect(server.offered).toBe(1);
});

test("a mail in the hands of a process that died is sent by another", async () => {
  await stopJobs();
  await post();
  await sql`update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now() - interval '6 minutes',
    attempts = 1`.execute(database.db);
  ({ stop: stopJobs } = await startJobs(database.db, { recurring: {}, queued: mail.work }, log));
  expect(server.mails).toEqual([]);
  await sql`select graphile_worker.add_job('release_lost_work')`.execute(database.db);
  await until(() => server.mails.length === 1, "the mail");
});

test("R-OPEN-94: neither links nor addresses of mails are logged, whatever goes wrong", async () => {
  server.mood = 451;
  await post();
  await until(async () => (await triedJobs()) === 1, "the first try to fail");
  server.mood = 550;
  await triesAreDue();
  await until(async () => (await rows())[0]?.refused_at, "the refusal to be noted");
  expect(logged.join("")).toContain("EENVELOPE 451");
  expect(logged.join("")).not.toMatch(/top-secret|anna@|confirm\?/);
});

test("a mail links to the web only", async () => {
  await expect(post({ action: { label: "x", url: "javascript:alert(1)" } })).rejects.toThrow(/http/);
});

test("the check of a server tells ready from unreachable and wrong credentials", async () => {
  const locked = await testSmtpServer({ user: "fanlight", password: "right" });
  const checked = async (url: string) => {
    const asked = smtpCarrier({ url, from: "no-reply@fanlight.test" });
    const state = await asked.check();
    asked.close();
    return state;
  };
  expect(await checked(locked.url)).toBe("ready");
  expect(await checked(locked.url.replace("right", "wrong"))).toBe("unauthorized");
  await locked[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  expect(await checked(server.url)).toBe("unreachable");
});

async function triedJobs(): Promise<number> {
  const tried = await readRows(
    database.db,
    sql<{ id: string }>`select id from graphile_worker.jobs where attempts > 0 and locked_at is null`,
  );
  return tried.length;
}

/** Lets the pause before the next try pass. */
async function triesAreDue(): Promise<void> {
  await sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs`.execute(
    database.db,
  );
}
