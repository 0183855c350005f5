import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { insertItem } from "#server/content/store/items-store.ts";
import { systemClock } from "#server/kit/clock.ts";
import { readRows } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { type Member, registerListedModel, registerMember } from "#testing/app/members.ts";
import { lockBarrier } from "#testing/database/lock-barrier.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { sendReport } from "#testing/payments/callbacks.ts";
import { apiKey, sandboxSecret, startFakeProcessor } from "#testing/payments/fakes.ts";
import { newOrderId, validRequest } from "#testing/payments/requests.ts";
import { appProcesses, type NamedApp } from "#testing/processes/app-processes.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const apps = appProcesses(database);
const wallet = createWallet();
const balance = ({ id }: Member) => wallet.balance(database.db, { kind: "fan", id });
const price = 40;

/** A film of a model, whose files nobody opens here. */
const addItem = (model_id: number) =>
  inTransaction(database.db, async (tx) =>
    Number(
      await insertItem(tx, {
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
    ),
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

test(
  "kill -9 in the middle of purchases: tokens and ownership go together, and the same call again buys once",
  {
    timeout: 180_000,
  },
  async () => {
    const first = await apps.start();
    const model = await registerListedModel(first, database.db);
    const id = await addItem(model.id);
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
    const stop = await lockBarrier(database.owner, (tx) =>
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
  },
);

type CardPayment = { id: string; state: string; ageSeconds: number | null };

/** The one card payment of a fan, and how long after the order it was final. */
async function paymentOf({ id }: Member): Promise<CardPayment | undefined> {
  const query = sql<CardPayment>`
    select id, state, extract(epoch from settled_at - created_at)::float as "ageSeconds" from payments.intent
     where fan_id = ${id}`;
  return (await readRows(database.db, query))[0];
}

const statesOf = async (fans: Member[]) =>
  (await Promise.all(fans.map(paymentOf))).map((payment) => payment?.state);

test(
  "R-OPEN-34, R-OPEN-35: kill -9 twice amid card payments: each is final within 5 minutes of its order, charged or never received",
  {
    timeout: 180_000,
  },
  async () => {
    let app: NamedApp | undefined;
    const processor = await startFakeProcessor(
      () => app?.origin ?? "http://127.0.0.1:9",
      systemClock,
      15_000,
    );
    const url = `${processor.origin()}/dev/gateways/sandbox`;
    const settings = { processor: { url, apiKey, callbackSecret: sandboxSecret } };
    app = await apps.start(settings);
    const first = app;
    const { body } = await first.call("GET", "/api/token-packages");
    const [pack] = (body.data as { packages: { id: number; price: number }[] }).packages;
    if (!pack) throw new Error("nothing is on sale");
    // Charged without an answer; lost on the way; refused by the processor's front end, which is no answer either.
    const fates = [{ reply: "hold" }, { failWith: "silence" }, { failWith: 503 }] as const;
    const fans = await Promise.all(fates.map(() => registerMember(first)));
    const [charged, silent, refused] = fans as [Member, Member, Member];
    for (const [index, as] of fans.entries()) {
      const order = { ...validRequest(pack), email: as.email, orderid: newOrderId() };
      processor.sandbox.knobs.set(order.orderid, { callbackCopies: 0, ...fates[index] });
      void first.call("POST", "/api/payments/process", { as, body: order }).catch(() => null);
    }
    await until(async () => (await paymentOf(refused))?.state === "unknown", "the answer that is none");
    await until(() => processor.sandbox.store.all().length === 1, "the charge");
    await until(async () => (await statesOf(fans)).every(Boolean), "three payments");
    expect(await statesOf(fans)).toEqual(["submitting", "submitting", "unknown"]);
    await first.kill();

    // Two minutes on, the charge is found; what the gateway does not know of might still be on its way.
    const second = await apps.start({ ...settings, clockAheadMs: 2 * 60_000 });
    await until(async () => (await balance(charged)) === 100, "the charge to be credited");
    await until(async () => (await paymentOf(silent))?.state === "unknown", "the gateway to be asked");
    expect((await paymentOf(refused))?.state).toBe("unknown");
    await second.kill();

    app = await apps.start({ ...settings, clockAheadMs: 3 * 60_000 });
    await until(
      async () => (await statesOf(fans)).join() === "succeeded,expired,expired",
      "the last to be final",
      60_000,
    );
    for (const fan of fans) expect((await paymentOf(fan))?.ageSeconds).toBeLessThan(5 * 60);
    expect(await Promise.all(fans.map(balance))).toEqual([100, 0, 0]);
    expect(processor.sandbox.store.all()).toHaveLength(1);
    // And should the lost one be charged after all, it counts.
    const reference = (await paymentOf(silent))?.id ?? "";
    expect((await sendReport(app.origin, { reference, status: "approved" })).status).toBe(200);
    expect(await Promise.all(fans.map(balance))).toEqual([100, 100, 0]);
    await processor.app.close();
  },
);
