import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { enqueue } from "#server/kit/jobs.ts";
import { testApp } from "#testing/app/test-app.ts";
import { testPushService } from "#testing/push/push-service.ts";
import { until } from "#testing/until.ts";

const service = await testPushService();
const app = testApp(undefined, undefined, { PUSH_ORIGINS: service.origin });

/** More than there are workers for everything together. */
const pushes = 12;

const waiting = async (name: string) =>
  (
    await readRows(
      app.db,
      sql`select from graphile_worker.jobs where task_identifier = ${name} and run_at <= now()`,
    )
  ).length;

test("while a push service does not answer, two pushes wait for it at most, and mails and recurring work go on", async () => {
  const fan = await app.fan();
  const { body } = await app.call("GET", "/api/fan/push", { as: fan });
  const browser = service.subscribe(String(body.public_key));
  await app.call("POST", "/api/fan/push", { as: fan, body: { ...browser.subscription, details: false } });
  const answered = Promise.withResolvers<void>();
  service.mood = { status: 201, after: answered.promise };
  for (let n = 0; n < pushes; n++)
    await app.modules.notifications.add({ fanIds: [fan.id], key: randomUUID(), kind: "reward" });
  await until(() => service.asked >= 2, "the first messages");
  await app.withTransaction(async (tx) => {
    await enqueue(tx, { name: "trim_promo_links", payload: {}, triesMax: 1 });
    await app.modules.mailer.enqueue(tx, {
      to: "anna@example.test",
      language: "en",
      subject: "Hello",
      paragraphs: ["Hello."],
    });
  });
  await until(
    async () => (await waiting("trim_promo_links")) + (await waiting("send_mail")) === 0,
    "the mail and the recurring work",
  );
  expect(await waiting("push_item"), "pushes that still wait").toBeGreaterThan(2);
  answered.resolve();
  await until(async () => (await waiting("push_item")) === 0, "the pushes");
  expect(service.waitedMost).toBe(2);
  expect(browser.received.length).toBeGreaterThan(2);
  expect(service.complaints).toEqual([]);
});
