import { sql } from "kysely";
import { expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { enqueue } from "#server/kit/jobs.ts";
import { testApp } from "#testing/app/test-app.ts";
import { until } from "#testing/until.ts";
import type { Transport } from "./email.ts";

const answered = Promise.withResolvers<void>();
const asked = { now: 0, most: 0, ever: 0 };
/** Takes connections and mails, and answers nothing until it is let. */
const silent: Transport = {
  async deliver() {
    asked.ever += 1;
    asked.most = Math.max(asked.most, ++asked.now);
    await answered.promise;
    asked.now -= 1;
    return "taken";
  },
  check: async () => "unreachable",
  close: () => undefined,
};
const app = testApp(undefined, () => ({ transport: silent }));

/** More than there are workers for everything together. */
const mails = 12;

const waiting = async (name: string) =>
  (await readRows(app.db, sql`select from graphile_worker.jobs where task_identifier = ${name}`)).length;

test("while the mail server does not answer, two mails wait for it at most, and other work goes on", async () => {
  await app.withTransaction(async (tx) => {
    for (let n = 0; n < mails; n++)
      await app.modules.mailer.enqueue(tx, {
        to: `anna${n}@example.test`,
        language: "en",
        subject: "Hello",
        paragraphs: ["Hello."],
      });
  });
  await until(() => asked.now >= 2, "the first mails");
  await app.withTransaction((tx) => enqueue(tx, { name: "trim_promo_links", payload: {}, triesMax: 1 }));
  await until(async () => (await waiting("trim_promo_links")) === 0, "the recurring work");
  expect(await waiting("send_mail"), "mails that still wait").toBe(mails);
  answered.resolve();
  await until(async () => (await waiting("send_mail")) === 0, "the mails");
  expect([asked.ever, asked.most]).toEqual([mails, 2]);
});
