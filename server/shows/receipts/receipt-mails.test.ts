import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { chargeSliceAndNotify } from "../meter/show-money.ts";

const app = testApp();

/** A fan whose show with a model has ended, for which so many seconds were charged, and the mails that they got of it. */
async function showOf(fan: Person, seconds = 40) {
  const model = await app.model();
  await app.modules.rooms.publisherTurned(model.login, "started");
  const body = { model_id: model.id, mode: "private", rate: 60 };
  const asked = await app.call("POST", "/api/fan/show-requests", { as: fan, body, key: randomUUID() });
  const path = `/api/studio/show-requests/${String(asked.body.id)}`;
  expect((await app.call("POST", path, { as: model, body: { accept: true } })).status).toBe(200);
  const { id } = (await app.modules.shows.paid.showOfFan(fan.id)) ?? { id: 0 };
  const price = { rate: 60, freeSeconds: 0, units: seconds * 60, spent: 0, held: 0, capTokens: null };
  const meter = { servedMs: seconds * 1000, limitMs: null, pause: null, fanAbsentMs: 0, price };
  await chargeSliceAndNotify(app.modules, (work) => inTransaction(app.db, work), id, meter);
  await app.modules.shows.paid.leave(fan.id);
  const mails = sql<{ subject: string; text: string }>`
    select subject, text_body as text from mail.message
    where address = ${`${fan.login}@example.test`} and subject like '%receipt%'`;
  const { status } = await app.call("GET", `/api/fan/shows/${id}/receipt`, { as: fan });
  return { model, receipt: status, mails: await readRows(app.db, mails) };
}

test("R-OPEN-63: the receipt of a show is mailed to no address that nobody has confirmed, and can be read all the same", async () => {
  const fan = await app.fan(200);
  expect(await showOf(fan)).toMatchObject({ receipt: 200, mails: [] });
  await sql`update accounts.account set validation = 'confirmed' where id = ${fan.id}`.execute(app.db);
  const { model, receipt, mails } = await showOf(fan);
  expect(receipt).toBe(200);
  expect(mails.map(({ subject }) => subject)).toEqual(["Your show receipt"]);
  expect(mails[0]?.text).toContain(`You had a private show with ${model.login}.`);
});

test("R-OPEN-63: of a show that cost nothing no receipt is mailed; it can be read all the same", async () => {
  const fan = await app.fan(200);
  await sql`update accounts.account set validation = 'confirmed' where id = ${fan.id}`.execute(app.db);
  expect(await showOf(fan, 0)).toMatchObject({ receipt: 200, mails: [] });
});
