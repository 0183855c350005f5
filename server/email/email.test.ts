import { type AddressInfo, createServer } from "node:net";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { startJobs } from "#server/kit/jobs.ts";
import { createLogger } from "#server/kit/log.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { type TestSmtpServer, testSmtpServer } from "#testing/email/smtp-server.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { until } from "#testing/until.ts";
import { createMailer, type Email, type Mailer, smtpTransport, type Transport } from "./email.ts";

const database = fileDatabase();
const logged: string[] = [];
const log = createLogger("debug", { write: (line) => logged.push(line) });
let server: TestSmtpServer;
let transport: Transport;
let mailer: Mailer;
let stopJobs: () => Promise<void>;

const email = (parts: Partial<Email> = {}): Email => ({
  to: "anna@example.test",
  language: "en",
  subject: "Confirm your email",
  paragraphs: ["Hello anna,", "Please confirm."],
  action: { label: "Confirm email", url: "https://fanlight.test/confirm?token=top-secret&a=1" },
  footnote: "Valid for 48 hours.",
  ...parts,
});
const enqueue = (parts?: Partial<Email>) =>
  inTransaction(database.db, (tx) => mailer.enqueue(tx, email(parts)));
const rows = () =>
  readRows(
    database.db,
    sql<{ subject: string; refused_at: Date | null }>`select subject, refused_at from mail.message`,
  );

beforeEach(async () => {
  server = await testSmtpServer();
  transport = smtpTransport({ url: server.url, from: "no-reply@fanlight.test" });
  mailer = createMailer({
    db: database.db,
    clock: manualClock(),
    log,
    homeUrl: "https://fanlight.test",
    transport,
    keptDays: 30,
  });
  stopJobs = (await startJobs(database.db, { recurring: {}, queued: mailer.work }, log)).stop;
});

afterEach(async () => {
  await stopJobs();
  transport.close();
  await server[Symbol.asyncDispose]();
  await sql`delete from mail.message`.execute(database.db);
  logged.length = 0;
});

test("R-OPEN-94: nothing is written to an address that cannot exist, and to one that looks like it everything", async () => {
  for (const to of ["marcus@simulated.invalid", "marcus@INVALID"]) await enqueue({ to });
  expect(await rows()).toEqual([]);
  await enqueue({ to: "invalid@example.test" });
  const arrived = await until(() => server.mails[0], "the email");
  expect(arrived.to).toMatchObject([{ address: "invalid@example.test" }]);
});

test("a mailbox whose name has letters of other languages, signs or a domain in ASCII form gets its mail", async () => {
  const mailboxes = ["begoña@example.test", "a&b@example.test", "luna@xn--e1afmkfd.xn--p1ai"];
  for (const to of mailboxes) await enqueue({ to });
  await until(() => server.mails.length === mailboxes.length, "the mails to arrive");
  expect(new Set(server.mails.map(({ to }) => to?.[0]?.address))).toEqual(new Set(mailboxes));
});

test("R-OPEN-94: an enqueued email arrives as text and HTML, in its language, and is then deleted", async () => {
  await enqueue({ language: "es", subject: "Confirma tu correo" });
  const arrived = await until(() => server.mails[0], "the email");
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
  await until(async () => (await rows()).length === 0, "the email to be deleted");
  expect(await mailer.outbox(database.db)).toEqual([]);
});

test("user input is text in an email, never markup and never a header", async () => {
  await enqueue({
    subject: "Hi\r\nBcc: eve@example.test",
    paragraphs: ['<img src=x onerror="alert(1)"> & more'],
    to: "o'hara+tag@example.test",
  });
  const arrived = await until(() => server.mails[0], "the email");
  expect(arrived.html).not.toContain("<img");
  expect(arrived.html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; more");
  expect(arrived.subject).toBe("Hi Bcc: eve@example.test");
  expect(arrived.bcc ?? []).toEqual([]);
  expect(arrived.to).toEqual([{ name: "", address: "o'hara+tag@example.test" }]);
});

test("an email whose transaction is rolled back is never sent", async () => {
  const failing = inTransaction(database.db, async (tx) => {
    await mailer.enqueue(tx, email({ subject: "never" }));
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  await enqueue({ subject: "after it" });
  await until(() => server.mails.length === 1, "the other email");
  expect(server.mails[0]?.subject).toBe("after it");
});

test("an email that the server temporarily refuses waits, and is delivered once when it accepts", async () => {
  server.mood = { to: "RCPT TO", code: 451, text: "4.7.1 not now" };
  await enqueue();
  await until(async () => (await attemptedJobs()) === 1, "the first attempt to fail");
  expect(server.mails).toEqual([]);
  expect(await mailer.waiting(database.db)).toBe(1);
  server.mood = "takes";
  await attemptsAreDue();
  await until(async () => (await mailer.waiting(database.db)) === 0, "the second attempt");
  expect(server.mails).toHaveLength(1);
});

test.each([
  [550, "5.1.1 no such user"],
  [550, "No such user here"],
  [553, "mailbox name not allowed"],
  [554, "5.2.1 mailbox disabled"],
])(
  "R-OPEN-94: a mailbox that is refused for good (%i %s) is not tried again, and the log says so",
  async (code, text) => {
    server.mood = { to: "RCPT TO", code, text };
    await enqueue();
    await until(async () => (await rows())[0]?.refused_at, "the refusal to be noted");
    expect(await mailer.waiting(database.db)).toBe(0);
    expect(server.offered).toBe(1);
    expect(logged.join("")).toContain("the receiving server refused an email");
  },
);

test.each([
  ["MAIL FROM", 550, "5.7.1 the domain is not verified"],
  ["MAIL FROM", 530, "5.7.0 authentication required"],
  ["RCPT TO", 530, "5.7.0 authentication required"],
  ["RCPT TO", 554, "5.7.1 relay access denied"],
  ["RCPT TO", 550, "relay not permitted"],
  ["RCPT TO", 550, "5.1.8 the domain of the sender was not found"],
  ["RCPT TO", 550, "5.4.5 daily sending limit exceeded"],
  ["DATA", 550, "5.7.1 quota exceeded"],
] as const)(
  "R-OPEN-94: an email that is refused because of its sender (%s: %i %s) waits, and is delivered once the server accepts us",
  async (to, code, text) => {
    server.mood = { to, code, text };
    await enqueue();
    await until(async () => (await attemptedJobs()) === 1, "the first attempt to fail");
    expect(await mailer.waiting(database.db)).toBe(1);
    expect(logged.join("")).toContain(`${code} ${to}`);
    server.mood = "takes";
    await attemptsAreDue();
    await until(() => server.mails[0], "the email");
    await until(async () => (await mailer.waiting(database.db)) === 0, "the email to be done");
  },
);

test("an email claimed by a process that died is delivered by another", async () => {
  await stopJobs();
  await enqueue();
  await sql`update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now() - interval '6 minutes',
    attempts = 1`.execute(database.db);
  ({ stop: stopJobs } = await startJobs(database.db, { recurring: {}, queued: mailer.work }, log));
  expect(server.mails).toEqual([]);
  await sql`select graphile_worker.add_job('release_lost_work')`.execute(database.db);
  await until(() => server.mails.length === 1, "the email");
});

test("R-OPEN-94: neither links nor addresses of emails are logged, even on failures", async () => {
  server.mood = { to: "RCPT TO", code: 451, text: "4.7.1 not now" };
  await enqueue();
  await until(async () => (await attemptedJobs()) === 1, "the first attempt to fail");
  server.mood = { to: "RCPT TO", code: 550, text: "5.1.1 anna@example.test is unknown here" };
  await attemptsAreDue();
  await until(async () => (await rows())[0]?.refused_at, "the refusal to be noted");
  expect(logged.join("")).toContain("EENVELOPE 451");
  expect(logged.join("")).not.toMatch(/top-secret|anna@|confirm\?/);
});

test("an email links to the web only", async () => {
  await expect(enqueue({ action: { label: "x", url: "javascript:alert(1)" } })).rejects.toThrow(/http/);
});

test("the check of a server distinguishes ready, wrong credentials, and one that is away or signs in nobody for now", async () => {
  const locked = await testSmtpServer({ user: "fanlight", password: "right" });
  const checked = async (url: string) => {
    const asked = smtpTransport({ url, from: "no-reply@fanlight.test" });
    const state = await asked.check();
    asked.close();
    return state;
  };
  expect(await checked(locked.url)).toBe("ready");
  expect(await checked(locked.url.replace("right", "wrong"))).toBe("unauthorized");
  locked.mood = { to: "AUTH", code: 454, text: "4.7.0 temporary authentication failure" };
  expect(await checked(locked.url)).toBe("unreachable");
  await locked[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  expect(await checked(server.url)).toBe("unreachable");
});

test("shutdown does not wait for an unresponsive mail server, and the email is sent at the next start", async () => {
  await stopJobs();
  stopJobs = async () => undefined;
  const silent = await silentServer();
  const transport = smtpTransport({ url: silent.url, from: "no-reply@fanlight.test" });
  const log = createLogger("silent");
  const homeUrl = "https://fanlight.test";
  const mailer = createMailer({
    db: database.db,
    clock: manualClock(),
    log,
    homeUrl,
    transport,
    keptDays: 30,
  });
  const jobs = await startJobs(database.db, { recurring: {}, queued: mailer.work }, log);
  const email = {
    to: "anna@example.test",
    language: "en",
    subject: "Hello",
    paragraphs: ["Hello."],
  } as const;
  await inTransaction(database.db, (tx) => mailer.enqueue(tx, email));
  await silent.asked;
  transport.close();
  await jobs.stop();
  const held = sql`select from graphile_worker._private_jobs where locked_at is not null`;
  await until(async () => (await held.execute(database.db)).rows.length === 0, "the job to be released");
  expect(await mailer.waiting(database.db)).toBe(1);
  silent.close();
});

async function attemptedJobs(): Promise<number> {
  const tried = await readRows(
    database.db,
    sql<{ id: string }>`select id from graphile_worker.jobs where attempts > 0 and locked_at is null`,
  );
  return tried.length;
}

/** Makes the next attempts due. */
async function attemptsAreDue(): Promise<void> {
  await sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs`.execute(
    database.db,
  );
}

/** Greets, and then never answers again. */
async function silentServer() {
  const asked = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", () => asked.resolve());
    socket.write("220 silent.test\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, asked: asked.promise, close: () => server.close() };
}
