import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { insertItem } from "#server/content/store/items-store.ts";
import { readRows } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { type Member, registerMember } from "#testing/app/members.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { appsOver, type NamedApp } from "#testing/processes/apps-over.ts";
import { standstill } from "#testing/processes/standstill.ts";

const database = fileDatabase();
const apps = appsOver(database);
const wallet = createWallet();
const balance = ({ id }: Member) => wallet.balance(database.db, { kind: "fan", id });
const price = 40;

/** A film of a model, whose files nobody opens here. */
const shelve = (model_id: number) =>
  inTransaction(database.db, (tx) =>
    insertItem(tx, {
      kind: "video",
      model_id,
      title: "A film",
      search_text: "a film",
      media_type: "video",
      price,
      media_key: "content/film.mp4",
      thumb_key: "content/thumb.webp",
      blurred_key: "blurred/thumb.webp",
      seconds: 4,
      width: 432,
      height: 768,
      created_at: new Date(),
    }),
  );

async function fanWithTokens(app: NamedApp): Promise<Member> {
  const fan = await registerMember(app);
  const order = {
    key: `opening:${fan.id}`,
    tokens: 100,
    kind: "opening",
    reason: "opening balance",
  } as const;
  await wallet.issue(database.db, { ...order, to: { kind: "fan", id: fan.id } });
  return fan;
}

test("kill -9 in the middle of purchases: tokens and ownership go together, and the same call again buys once", {
  timeout: 180_000,
}, async () => {
  const first = await apps.start();
  const model = await registerMember(first, "en", true);
  const id = await shelve(model.id);
  const fans = await Promise.all([fanWithTokens(first), fanWithTokens(first), fanWithTokens(first)]);
  const keys = fans.map(() => randomUUID());
  const buyAll = (app: NamedApp) =>
    Promise.all(
      fans.map((as, turn) =>
        app
          .call("POST", "/api/fan/buy-attachment", {
            as,
            body: { attachment_id: id, price },
            ...(keys[turn] ? { key: keys[turn] } : {}),
          })
          .catch(() => null),
      ),
    );
  // The tokens have moved, the purchase is about to be written.
  const stop = await standstill(database.db, (tx) =>
    sql`lock table content.purchase in share mode`.execute(tx),
  );
  const interrupted = buyAll(first);
  await stop.reached(first.name, fans.length);
  const killed = first.kill();
  await stop.release();
  await killed;
  await interrupted;
  for (const fan of fans) expect(await balance(fan)).toBe(100);

  const next = await apps.start();
  for (const [turn, as] of fans.entries()) {
    const { body } = await next.call("GET", "/api/videos-purchased", { as });
    expect(body.data, `fan ${turn}`).toEqual([]);
  }
  for (let round = 0; round < 2; round++)
    for (const answer of await buyAll(next))
      expect(answer).toMatchObject({ status: 200, body: { balance: 60, item: { payed: true } } });
  const [sold] = await readRows(
    database.db,
    sql<{ n: number }>`select count(*)::int as n from content.purchase where item_id = ${id}`,
  );
  expect(sold?.n).toBe(3);
  expect(await wallet.balance(database.db, { kind: "model", id: model.id })).toBe(3 * price);
});
