import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { Video } from "#contract/content.ts";
import { systemClock } from "#server/kit/clock.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";

const app = testApp();
let model: Person;

beforeAll(async () => {
  model = await app.model();
});

/** A film for 10 tokens, by its id. */
async function film(change: object = {}): Promise<number> {
  const pictures = { thumb: Buffer.from("thumb"), blurred: Buffer.from("blurred") };
  const seed_key = `rated.${Math.random()}`;
  const keys = await app.modules.content.importPictures(pictures);
  await app.modules.content.importItems([
    {
      seed_key,
      kind: "video",
      title: "A walk by the sea",
      price: 10,
      media_type: "video",
      contentType: "video/mp4",
      seconds: 30,
      width: 640,
      height: 360,
      created_at: systemClock.now(),
      model_id: model.id,
      ...keys,
      ...change,
    },
  ]);
  return (await app.modules.content.seeded()).get(seed_key)?.id ?? 0;
}
const rate = (as: Person, attachment_id: number, stars: number) =>
  app.call("POST", "/api/fan/rate-attachment", { as, body: { attachment_id, stars } });
async function buyer(id: number): Promise<Person> {
  const fan = await app.fan(100);
  const bought = await app.call("POST", "/api/fan/buy-attachment", { as: fan, body: { attachment_id: id } });
  expect(bought.status).toBe(200);
  return fan;
}
const seen = async (id: number, as?: Person) =>
  (await app.call("GET", `/api/videos/${id}`, as ? { as } : {})).body as unknown as Video;

test("a film shows what its buyers think from three ratings on, and each buyer their own", async () => {
  const id = await film();
  const fans = [await buyer(id), await buyer(id), await buyer(id)];
  const [first, second, third] = fans as [Person, Person, Person];
  expect((await rate(first, id, 5)).body).toEqual({ rating: null, my_rating: 5 });
  await rate(second, id, 4);
  expect(await seen(id)).toMatchObject({ rating: null, my_rating: null });
  expect((await rate(third, id, 4)).body).toEqual({ rating: { stars: 4.3, count: 3 }, my_rating: 4 });
  expect(await seen(id)).toMatchObject({ rating: { stars: 4.3, count: 3 }, my_rating: null });
  expect(await seen(id, first)).toMatchObject({ my_rating: 5 });
});

test("an imported purchase brings what its buyer thinks, and comes in twice without a second opinion", async () => {
  const id = await film();
  const bought = await Promise.all(
    [5, 4, null, 3].map(async (stars) => {
      const fan = await app.fan(100);
      const order = { fanId: fan.id, kind: "video" as const, itemId: id, key: `past:${fan.id}` };
      const paid = await app.withTransaction((tx) =>
        app.modules.wallet.transfer(tx, {
          ...{ key: order.key, tokens: 10, kind: "unlock", reason: "A walk by the sea" },
          ...{ from: { kind: "fan", id: fan.id }, to: { kind: "model", id: model.id } },
        }),
      );
      if (!paid.ok) throw new Error(JSON.stringify(paid.refusal));
      return { ...order, price: 10, transferId: paid.transferId, boughtAt: systemClock.now(), stars };
    }),
  );
  for (let turn = 0; turn < 2; turn++)
    await app.withTransaction((tx) => app.modules.content.importPurchases(tx, bought));
  expect(await seen(id)).toMatchObject({ rating: { stars: 4, count: 3 } });
});

test("a fan rates once, and as often as they change their mind, also at the same moment", async () => {
  const id = await film();
  const fan = await buyer(id);
  await Promise.all([1, 2, 3, 4, 5].map((stars) => rate(fan, id, stars)));
  await rate(fan, id, 2);
  const { rows } = await sql`select stars from content.rating where item_id = ${id}`.execute(app.db);
  expect(rows).toEqual([{ stars: 2 }]);
});

test("who has not bought it rates nothing: not by its price of nothing, not as its model, and not past the code", async () => {
  const [id, free] = [await film(), await film({ price: 0 })];
  const fan = await app.fan(100);
  expect((await rate(fan, id, 5)).body).toMatchObject({ code: "not_bought" });
  expect((await rate(fan, free, 5)).status).toBe(403);
  expect((await rate(model, id, 5)).status).toBe(403);
  expect((await rate(fan, 999_999, 5)).status).toBe(404);
  for (const stars of [0, 6, 2.5]) expect((await rate(fan, id, stars)).status).toBe(422);
  await expect(
    sql`insert into content.rating values (${id}, ${fan.id}, 5, now())`.execute(app.db),
  ).rejects.toThrow("may not rate");
  expect(await seen(id)).toMatchObject({ rating: null });
});
