import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { createItem } from "#testing/content/items.ts";

const app = testApp();
const none = { day: null, week: null, month: null };
const limit = (as: Person, body: object) => app.call("POST", "/api/fan/limits", { as, body });
const tip = (as: Person, model: Person, amount: number) =>
  app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, { as, body: { amount }, key: randomUUID() });

test("a fan's limits are set and read, and every call that spends refuses what goes over them", async () => {
  const [fan, model] = [await app.fan(1_000), await app.model()];
  await tip(fan, model, 60);
  expect((await limit(fan, { ...none, day: 100 })).body).toMatchObject({
    ...none,
    day: 100,
    pending: null,
    spent: { day: 60, week: 60, month: 60 },
    paused_until: null,
  });
  const refused = await tip(fan, model, 41);
  expect(refused).toMatchObject({
    status: 403,
    body: {
      code: "limit_reached",
      limit: "day",
      free_at: expect.any(String),
      message: "This would go over your 24-hour limit.",
    },
  });
  const video = await createItem(app, model, { price: 41 });
  const bought = await app.call("POST", "/api/fan/buy-attachment", {
    as: fan,
    body: { attachment_id: video },
    key: randomUUID(),
  });
  expect(bought).toMatchObject({ status: 403, body: { code: "limit_reached" } });
  expect((await tip(fan, model, 40)).status).toBe(200);
  const raised = await limit(fan, { ...none, day: 200 });
  expect(raised.body).toMatchObject({ day: 100, pending: { day: 200, from: expect.any(String) } });
  expect((await tip(fan, model, 1)).status).toBe(403);
});

test("a break stops tips, shows and subscriptions until it ends, and shows until when", async () => {
  const [fan, model] = [await app.fan(1_000), await app.model()];
  const paused = await app.call("POST", "/api/fan/pause", { as: fan, body: { days: 7 } });
  const until = paused.body.paused_until;
  expect(until).toEqual(expect.any(String));
  const refusal = { status: 403, body: { code: "spending_paused", free_at: until } };
  expect(await tip(fan, model, 1)).toMatchObject(refusal);
  const subscribed = await app.call("POST", "/api/fan/subscribe-model", {
    as: fan,
    body: { modelId: model.id },
    key: randomUUID(),
  });
  expect(subscribed).toMatchObject(refusal);
  const shorter = await app.call("POST", "/api/fan/pause", { as: fan, body: { days: 1 } });
  expect(shorter.body.paused_until).toBe(until);
});

test.each([
  [{ day: 0, week: null, month: null }],
  [{ day: 1.5, week: null, month: null }],
  [{ day: -1, week: null, month: null }],
  [{ day: 3_000_000_000, week: null, month: null }],
  [{ week: null, month: null }],
])("limits like %o are refused by field", async (body) => {
  const fan = await app.fan();
  const answer = await limit(fan, body);
  expect(answer).toMatchObject({ status: 422, body: { errors: { day: [expect.any(String)] } } });
});
