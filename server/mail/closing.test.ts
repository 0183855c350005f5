import { type AddressInfo, createServer } from "node:net";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { startJobs } from "#server/kit/jobs.ts";
import { createLogger } from "#server/kit/log.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { manualClock } from "#testing/manual-clock.ts";
import { until } from "#testing/until.ts";
import { createMail, smtpCarrier } from "./mail.ts";

const database = fileDatabase();

test("the house closes at once although a mail server has fallen silent, and the mail waits for the next start", async () => {
  const silent = await silentServer();
  const carrier = smtpCarrier({ url: silent.url, from: "no-reply@fanlight.test" });
  const log = createLogger("silent");
  const homeUrl = "https://fanlight.test";
  const mail = createMail({ db: database.db, clock: manualClock(), log, homeUrl, carrier });
  const jobs = await startJobs(database.db, { recurring: {}, queued: mail.work }, log);
  const letter = {
    to: "anna@example.test",
    language: "en",
    subject: "Hello",
    paragraphs: ["Hello."],
  } as const;
  await inTransaction(database.db, (tx) => mail.post(tx, letter));
  await silent.asked;
  carrier.close();
  await jobs.stop();
  const held = sql`select from graphile_worker._private_jobs where locked_at is not null`;
  await until(async () => (await held.execute(database.db)).rows.length === 0, "the mail to be let go");
  expect(await mail.waiting(database.db)).toBe(1);
  silent.close();
});

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
