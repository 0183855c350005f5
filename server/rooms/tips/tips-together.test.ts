import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { listen } from "#testing/app/realtime-client.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";

const app = testApp();
let models: Person[];

const tip = (fan: Person, model: Person, body: object, key: string = randomUUID()) =>
  app.call("POST", `/api/fan/pay-tips-to-model/${model.id}`, { as: fan, body, key });
const balanceOf = async (fan: Person) =>
  (await app.call("GET", "/api/fan/profile", { as: fan })).body.balance;

/** How many transactions wrote these tips. */
async function transactionsOf(fans: readonly Person[]): Promise<number> {
  const ids = sql.join(fans.map(({ id }) => id));
  const { rows } = await sql<{ n: number }>`
    select count(distinct xmin::text)::int as n from live.tip where fan_id in (${ids})`.execute(app.db);
  return rows[0]?.n ?? 0;
}

beforeAll(async () => {
  models = [await app.model(), await app.model()];
  const gifts = [{ id: 1, name_en: "Rose", name_es: "Rosa", image: "/world/gifts/rose.svg", price: 5 }];
  await app.withTransaction((tx) => app.modules.rooms.tips.saveGifts(tx, gifts));
});

test("R-PROFILE-09, R-OPEN-43: tips that come side by side share transactions, and each gets its own answer", async () => {
  const fans = await Promise.all(Array.from({ length: 8 }, () => app.fan(20)));
  const [anna, vera] = models as [Person, Person];
  const page = await listen(app, [`room:${vera.login}`], fans[0] as Person);
  const repeated = randomUUID();
  const answers = await Promise.all(
    fans.flatMap((fan, n) => [
      tip(fan, anna, { amount: 7, message: `from ${n}` }),
      tip(fan, vera, { gift_id: 1, quantity: 2, anonymous: n === 0 }),
      tip(fan, vera, { amount: 1_000 }),
      tip(fan, anna, { gift_id: 99 }),
      tip(fan, { ...anna, id: 987_654_321 }, { amount: 1 }),
      tip(fan, vera, { amount: 1, message: `twice ${n}` }, repeated),
      tip(fan, vera, { amount: 1, message: `twice ${n}` }, repeated),
    ]),
  );
  const expected = [200, 200, 402, 422, 404, 200, 200];
  expect(answers.map(({ status }) => status)).toEqual(fans.flatMap(() => expected));
  for (const [n, fan] of fans.entries()) {
    expect(answers[n * 7 + 5]?.body).toEqual(answers[n * 7 + 6]?.body);
    expect(await balanceOf(fan)).toBe(2);
  }
  expect(await transactionsOf(fans)).toBeLessThan(fans.length * 3);
  const received = await Promise.all(
    fans.map((_, n) => page.event("RoomMessage", ({ body }) => body === `twice ${n}`)),
  );
  expect(received.map(({ author }) => author.id)).toEqual(fans.map(({ id }) => id));
  page.close();
});

test.each([
  ["two characters", "k1"],
  ["a space within", "my key"],
  ["255 characters", "~".repeat(255)],
])(
  "R-OPEN-38: a tip under a key of %s is paid once; the key with another tip is refused",
  async (_what, key) => {
    const [fan, other] = [await app.fan(50), await app.fan(50)];
    const [anna] = models as [Person];
    const both = await Promise.all([tip(fan, anna, { amount: 7 }, key), tip(fan, anna, { amount: 7 }, key)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0].body).toEqual(both[1].body);
    const conflict = { status: 409, body: { code: "key_conflict" } };
    expect(await tip(fan, anna, { amount: 8 }, key)).toMatchObject(conflict);
    expect((await tip(other, anna, { amount: 8 }, key)).status, "another fan's key is another one").toBe(200);
    expect([await balanceOf(fan), await balanceOf(other)]).toEqual([43, 42]);
  },
);

test("one tip that fails as a bug takes no other with it", async () => {
  const [fan, broken] = [await app.fan(50), await app.model()];
  // A model whom the ledger does not know: this cannot happen, and has to stay with the fan who meets it.
  await sql`update wallet.account set owner_id = ${broken.id + 500_000}
    where kind = 'model' and owner_id = ${broken.id}`.execute(app.owner);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      tip(fan, n % 4 === 3 ? broken : (models[0] as Person), { amount: 1 }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(
    Array.from({ length: 12 }, (_, n) => (n % 4 === 3 ? 500 : 200)),
  );
  expect(await balanceOf(fan)).toBe(41);
});
