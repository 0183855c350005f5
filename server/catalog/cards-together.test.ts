import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { PromoLink, PromoStream } from "#contract/shows.ts";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { closeAfterEach } from "#testing/close-after-each.ts";
import { readCards, readCardsTogether } from "./store/cards-together.ts";

const app = testApp();
const kept = closeAfterEach();

/** A model on air for one fan alone. */
async function promoFor(fan: Person): Promise<Person> {
  const model = await app.model();
  await app.modules.rooms.publisherTurned(model.login, "started");
  const order = { client_id: randomUUID(), email: `${fan.login}@example.test`, duration: 60 };
  const made = await app.call("POST", "/api/studio/promos", { as: model, body: order });
  const { id, url } = made.body as unknown as PromoLink;
  const page = await app.call("GET", `/api/promo-stream/${url.split("/").pop()}`, { as: fan });
  const { topic } = page.body as unknown as PromoStream;
  kept(await listen(app, [topic, `person:${fan.id}`], fan));
  const started = await app.call("POST", `/api/studio/promos/${id}/start`, { as: model, body: {} });
  expect(started.status).toBe(200);
  return model;
}

test("R-LIST-01, R-OPEN-80: what many fans read of the same models side by side is what each would have read alone", async () => {
  const { catalog, rooms } = app.modules;
  const [likes, blocks, invited, other] = [
    await app.fan(),
    await app.fan(),
    await app.fan(),
    await app.fan(),
  ];
  const [liked, blocked, gone] = [await app.model(), await app.model(), await app.model()];
  const busy = await promoFor(invited);
  await rooms.publisherTurned(liked.login, "started");
  await catalog.like(likes.id, liked.id, true);
  await catalog.like(blocks.id, liked.id, true);
  await catalog.block({ fanId: blocks.id, modelId: blocked.id, blocked: true });
  await sql`update catalog.model set closed_at = now() where id = ${gone.id}`.execute(app.db);
  const cards = readCardsTogether(app.db);
  const ids = [gone, busy, blocked, liked].map(({ id }) => id);
  const fans = [0, likes.id, blocks.id, invited.id, other.id, likes.id];
  const together = await Promise.all(fans.map((fanId) => cards({ fanId, ids })));
  expect(together).toEqual(await Promise.all(fans.map((fanId) => readCards(app.db, { fanId, ids }))));
  const seen = together.map((rows) => rows.map(({ id, status, liked_by }) => [id, status, liked_by]));
  const [hidden, shown] = [
    [busy.id, "stopped", null],
    [busy.id, "began", null],
  ];
  const away = [blocked.id, "stopped", null];
  const of = (fanId: number | null) => [liked.id, "began", fanId];
  expect(seen).toEqual([
    [hidden, away, of(null)],
    [hidden, away, of(likes.id)],
    [hidden, of(blocks.id)],
    [shown, away, of(null)],
    [hidden, away, of(null)],
    [hidden, away, of(likes.id)],
  ]);
});
