import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { PromoLink, PromoStream } from "#contract/shows.ts";
import { readRows } from "#server/kit/database/database.ts";
import { goLive } from "#testing/app/media-clients.ts";
import { confirmEmailOf } from "#testing/app/members.ts";
import { listen, type RealtimeClient } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { closeAfterEach } from "#testing/close-after-each.ts";

const app = testApp();
const kept = closeAfterEach();

const visit = (as: Person, token: string, language: "en" | "es" = "en") =>
  app.call("POST", `/api/promo-stream/${token}`, { as, language, body: {} });
const withdraw = (model: Person, { id }: PromoLink) =>
  app.call("POST", `/api/studio/promos/${id}/withdraw`, { as: model, body: {} });

/** A promo whose fan waits on its page, with what that page hears. */
async function waitFor(model: Person, fan: Person) {
  await confirmEmailOf(app.db, fan);
  const body = { client_id: randomUUID(), email: `${fan.login}@example.test`, duration: 60 };
  const made = await app.call("POST", "/api/studio/promos", { as: model, body });
  const promo = made.body as unknown as PromoLink;
  const token = String(promo.url.split("/").pop());
  const { topic } = (await visit(fan, token)).body as unknown as PromoStream;
  const page = kept(await listen(app, [topic, `person:${fan.id}`, "public"], fan));
  return { promo, token, page };
}

/** The events about closed promos that a person was sent until now. */
async function closedFor({ id }: Person, page: RealtimeClient) {
  await app.relay.drain();
  // An event that comes behind everything that was sent by now.
  const last = { model_id: Number.MAX_SAFE_INTEGER, slug: randomUUID() };
  app.modules.realtime.publish(`person:${id}`, "PromoClosed", last);
  await page.event("PromoClosed", ({ slug }) => slug === last.slug);
  return page.events("PromoClosed").filter(({ model_id }) => model_id !== last.model_id);
}

const passLastDay = (promos: readonly PromoLink[]) =>
  sql`update shows.promo_link set created_at = created_at - interval '31 days', expires_at = expires_at - interval '31 days'
       where id = any (${promos.map(({ id }) => id)}::bigint[])`.execute(app.db);

test("R-OPEN-81: who waits for a promo that its model withdraws learns so at once, once and alone, in both languages, with the way to a public room", async () => {
  const [fan, other, model] = [await app.fan(), await app.fan(), await app.model()];
  const stranger = kept(await listen(app, [`person:${other.id}`, "public"], other));
  const { promo, token, page } = await waitFor(model, fan);
  await withdraw(model, promo);
  const closed = { model_id: model.id, slug: model.login };
  expect(await page.event("PromoClosed")).toEqual(closed);
  expect(await visit(fan, token)).toMatchObject({
    status: 404,
    body: { code: "promo_withdrawn", message: "The model canceled this promo.", room: null },
  });
  kept(await goLive(app, model));
  expect((await visit(fan, token, "es")).body).toMatchObject({
    code: "promo_withdrawn",
    message: "La modelo canceló esta promoción.",
    room: model.login,
  });
  expect(await visit(other, token)).toMatchObject({ status: 403, body: { code: "promo_other_email" } });
  await withdraw(model, promo);
  expect(await closedFor(fan, page)).toEqual([closed]);
  expect(await closedFor(other, stranger)).toEqual([]);
});

test("R-OPEN-80, R-OPEN-81: who waits for a promo past its last day learns so, and the show that runs on another goes on", async () => {
  const [fan, guest, model] = [await app.fan(), await app.fan(), await app.model()];
  kept(await goLive(app, model));
  const running = await waitFor(model, guest);
  const path = `/api/studio/promos/${running.promo.id}/start`;
  expect((await app.call("POST", path, { as: model, body: {} })).status).toBe(200);
  const { promo, token, page } = await waitFor(model, fan);
  const studio = kept(await listen(app, [`person:${model.id}`], model));
  await app.modules.shows.promos.expire();
  expect((await visit(fan, token)).body).toMatchObject({ state: "away" });
  await passLastDay([running.promo, promo]);
  await Promise.all([app.modules.shows.promos.expire(), app.modules.shows.promos.expire()]);
  expect(await closedFor(fan, page)).toEqual([{ model_id: model.id, slug: model.login }]);
  await studio.event("PromosChanged");
  expect(await visit(fan, token)).toMatchObject({
    status: 404,
    body: { code: "promo_expired", message: "This promo link has expired.", room: null },
  });
  expect(await closedFor(guest, running.page)).toEqual([]);
  expect((await visit(guest, running.token)).body).toMatchObject({ state: "running" });
  const rows = sql<{ closed: boolean }>`
    select closed_at is not null as closed from shows.promo_link where id = ${running.promo.id}`;
  expect(await readRows(app.db, rows)).toEqual([{ closed: false }]);
});

test("R-OPEN-81: who waits for a promo past its last day learns so, once, where they open another of the same model before the clock closes it", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const closed = { model_id: model.id, slug: model.login };
  const first = await waitFor(model, fan);
  await passLastDay([first.promo]);
  const second = await waitFor(model, fan);
  await app.modules.shows.promos.expire();
  expect(await closedFor(fan, first.page)).toEqual([closed]);
  expect((await visit(fan, first.token)).body).toMatchObject({ code: "promo_expired" });
  expect(await visit(fan, second.token)).toMatchObject({ status: 200, body: { state: "away" } });
  await passLastDay([second.promo]);
  const [third] = await Promise.all([waitFor(model, fan), app.modules.shows.promos.expire()]);
  expect(await closedFor(fan, first.page), "beside the clock").toEqual([closed, closed]);
  expect((await visit(fan, second.token)).body).toMatchObject({ code: "promo_expired" });
  expect(await visit(fan, third.token)).toMatchObject({ status: 200, body: { state: "away" } });
});

test("R-OPEN-81, R-ACCT-19: who waits for the promo of a model who closes their account learns that it is withdrawn", async () => {
  const [fan, model] = [await app.fan(), await app.model()];
  const { token, page } = await waitFor(model, fan);
  const account = { id: model.id, role: "model" } as const;
  await app.withTransaction(async (tx) => {
    await app.modules.catalog.close(tx, account);
    await app.modules.shows.close(tx, account);
  });
  await page.event("PromoClosed");
  expect((await visit(fan, token)).body).toMatchObject({ code: "promo_withdrawn", room: null });
});
