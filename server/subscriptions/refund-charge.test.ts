import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { MembershipGateway, RefundAnswer } from "#server/payments/payments.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { permutations } from "#testing/permutations.ts";
import { noticeOf, pendingSubscription } from "#testing/subscriptions/notices.ts";
import {
  type SubscriptionFixture,
  type SubscriptionFixtureOptions,
  subscriptionFixtures,
} from "#testing/subscriptions/subscription-fixture.ts";
import { until } from "#testing/until.ts";
import type { ChargeRefundRefusal } from "./refund-charge.ts";

const database = fileDatabase();
const openFixture = subscriptionFixtures(database);

/** A fan who has paid a model, whose payment gave ten tokens, and what staff see of that payment. */
async function paid(options?: SubscriptionFixtureOptions) {
  const fixture = await openFixture(options);
  const [fan, model] = [await fixture.newFan(), await fixture.newModel({ freeTokens: 10 })];
  await fixture.join(fan, model);
  return of(fixture, fan, model);
}
function of(fixture: SubscriptionFixture, fan: number, model: number) {
  const { subscriptions, balance } = fixture;
  const { staffCharges } = subscriptions;
  const charge = async () => {
    const { rows } = await staffCharges.find({ fanIds: [fan] }, 1);
    if (!rows[0]) throw new Error("nothing was paid");
    return rows[0];
  };
  const logged: string[] = [];
  return {
    ...{ fixture, fan, model, charge, logged },
    async refund(amountCents: number | null, key: string = randomUUID()) {
      const { id: chargeId } = await charge();
      const done = await staffCharges.refund({ chargeId, amountCents, key }, async (_tx, transactionId) => {
        logged.push(transactionId);
      });
      return done.ok ? "done" : done.refusal;
    },
    states: async () => (await staffCharges.refunds(await charge())).map(({ state }) => state),
    /** Access, tokens, the payment's state, the cents that went back in parts. */
    async end() {
      const { state, backCents } = await charge();
      const isSubscribed = (await subscriptions.subscribed(database.db, fan, [model])).has(model);
      return [isSubscribed, await balance(fan), state, backCents];
    },
    /** Cents that the provider gave back. */
    atProvider: async () =>
      (fixture.provider.store.byUserName(await fixture.userName(fan))?.payments ?? [])
        .flatMap(({ refunds = [] }) => refunds)
        .reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0),
    notices: async () =>
      (
        await sql<{ n: number }>`
          select count(*)::int as n from subscriptions.notice join subscriptions.subscription
            on subscription.id = subscription_id where fan_id = ${fan} and dedupe_key like 'REFUND:%'`.execute(
          database.db,
        )
      ).rows[0]?.n,
  };
}
type Paid = Awaited<ReturnType<typeof paid>>;

/** A gateway whose refunds are answered by the test. */
const answering = (refund: NonNullable<MembershipGateway["refund"]>): SubscriptionFixtureOptions => ({
  needs: (needs) => {
    const { commercegate } = needs.gateways;
    if (!commercegate) throw new Error("no gateway");
    return { ...needs, gateways: { commercegate: { ...commercegate, refund } } };
  },
});
const lost = { kind: "unknown", detail: "TimeoutError" } as const;
const done = (number: string): RefundAnswer => ({ kind: "done", dedupeKey: `REFUND:${number}` });

/** A fan whose payment nobody reports but the test. */
async function silent(options?: SubscriptionFixtureOptions) {
  const fixture = await openFixture(options);
  fixture.provider.setKnobs({ copies: 0 });
  const { fan, model } = await pendingSubscription(fixture, { freeTokens: 10 });
  const report = async (Amount: string, TransactionID: string, type = "REFUND") => {
    const notice = { TransactionType: type, TransactionID, TransactionReferenceID: "t1", Amount };
    const body = await noticeOf(fixture, fan, type === "SALE" ? {} : notice);
    for (const _copy of [1, 2]) expect((await fixture.notify(body)).status).toBe(200);
  };
  await report("", "", "SALE");
  return { ...of(fixture, fan, model), report };
}

test("R-OPEN-42: staff give parts of a subscription's payment back and then the rest: money alone, then days and tokens, each once beside its notice", async () => {
  const one = await paid();
  expect((await one.charge()).refundable).toBe(true);
  expect(await one.refund(250)).toBe("done");
  expect(await one.end()).toEqual([true, 10, "paid", 250]);
  const key = randomUUID();
  for (const _press of [1, 2]) expect(await one.refund(300, key)).toBe("done");
  expect(await one.end()).toEqual([true, 10, "paid", 550]);
  expect(await one.refund(450)).toBe("too_much");
  expect(await one.refund(null)).toBe("done");
  expect(await one.end()).toEqual([false, 0, "refunded", 999]);
  expect(await one.refund(1)).toBe("not_refundable");
  expect((await one.charge()).refundable).toBe(false);
  // The provider's own notices of all three arrive too, and are copies.
  await until(async () => (await one.atProvider()) === 999, "the provider's books");
  expect([await one.notices(), await one.states()]).toEqual([3, ["done", "done", "done"]]);
  const { transactionId } = await one.charge();
  expect(one.logged).toEqual([transactionId, transactionId, transactionId]);
  const [subscription] = await one.fixture.list(one.fan);
  expect(subscription?.canceled_at, "nothing renews after money went back").not.toBeNull();
});

test("R-OPEN-42: while one order of a payment is not answered, no other reaches the gateway", async () => {
  const refused = Promise.withResolvers<void>();
  const sums: number[] = [];
  const one: Paid = await paid(
    answering(async ({ amountCents }) => {
      sums.push(amountCents);
      await refused.promise;
      return done(`r1-${one.fan}`);
    }),
  );
  const answers: string[] = [];
  const orders = [null, null, 600, 600].map(async (cents) => {
    answers.push(await one.refund(cents));
    if (answers.length === 3) refused.resolve();
  });
  await Promise.all(orders);
  expect(answers).toEqual([...Array<ChargeRefundRefusal>(3).fill("charge_refund_under_way"), "done"]);
  const given = sums[0] ?? 0;
  expect([sums.length, [600, 999].includes(given)]).toEqual([1, true]);
  expect(await one.end()).toEqual(given === 999 ? [false, 0, "refunded", 0] : [true, 10, "paid", 600]);
});

test("R-OPEN-42: an order's key is that of one payment and one sum, and a payment that is unknown or went back has nothing to give", async () => {
  const [one, other] = [await paid(), await paid()];
  const key = randomUUID();
  expect(await one.refund(100, key)).toBe("done");
  expect([await one.refund(200, key), await other.refund(100, key)]).toEqual(["key_reused", "key_reused"]);
  const unknown = { chargeId: 999_999_999, amountCents: null, key: randomUUID() };
  const { staffCharges } = one.fixture.subscriptions;
  expect(await staffCharges.refund(unknown, async () => undefined)).toMatchObject({ refusal: "unknown" });
  const office = await paid({ gateway: { direct: null } });
  expect([await office.refund(null), (await office.charge()).refundable]).toEqual(["not_supported", false]);
});

test("R-OPEN-42: what the gateway refuses leaves everything as it was, and the same order can be given again", async () => {
  const answers: RefundAnswer[] = [{ kind: "refused", detail: "-125 Invalid operation" }, done("r1")];
  const one = await paid(answering(async () => answers.shift() ?? lost));
  const key = randomUUID();
  expect(await one.refund(null, key)).toBe("refund_refused");
  expect([await one.end(), await one.states()]).toEqual([[true, 10, "paid", 0], ["refused"]]);
  expect(await one.refund(null, key)).toBe("done");
  expect(await one.end()).toEqual([false, 0, "refunded", 0]);
  expect(one.fixture.logged()).toContain("-125 Invalid operation");
});

test("R-OPEN-42: the notice that comes before the answer settles the order, and the answer counts nothing again", async () => {
  for (const [cents, amount, end] of [
    [400, "4.00", [true, 10, "paid", 400]],
    [null, "9.99", [false, 0, "refunded", 0]],
  ] as const) {
    const one: Awaited<ReturnType<typeof silent>> = await silent(
      answering(async () => {
        await one.report(amount, "r1");
        expect([await one.end(), await one.states()]).toEqual([end, ["done"]]);
        return done(`r1-${one.fan}`);
      }),
    );
    expect(await one.refund(cents)).toBe("done");
    expect([await one.end(), await one.notices()]).toEqual([end, 1]);
  }
});

test("R-OPEN-42: an order whose answer was lost stays open, is settled by its notice, and is asked for again only after a while", async () => {
  let calls = 0;
  const answers: RefundAnswer[] = [lost, lost, lost];
  const one = await silent(
    answering(async () => {
      calls++;
      return answers.shift() ?? done(`r9-${one.fan}`);
    }),
  );
  const key = randomUUID();
  expect(await one.refund(300, key)).toBe("refund_unanswered");
  expect([await one.refund(300, key), await one.refund(300)]).toEqual([
    "refund_unanswered",
    "charge_refund_under_way",
  ]);
  expect(calls).toBe(1);
  await one.report("3.00", "r1");
  expect([await one.end(), await one.states()]).toEqual([[true, 10, "paid", 300], ["done"]]);
  expect(await one.refund(300, key), "the same order").toBe("done");
  expect(calls).toBe(1);

  // An order whose notice never arrived: the same order is sent again, another takes its place.
  const second = randomUUID();
  expect(await one.refund(200, second)).toBe("refund_unanswered");
  one.fixture.clock.advance(15 * 60_000);
  expect(await one.refund(200, second)).toBe("refund_unanswered");
  one.fixture.clock.advance(15 * 60_000);
  expect(await one.refund(200)).toBe("done");
  expect([await one.end(), await one.states()]).toEqual([
    [true, 10, "paid", 500],
    ["done", "given_up", "done"],
  ]);
  // The one that was given up had gone back after all: what the provider reports counts.
  await one.report("2.00", "r2");
  expect(await one.end()).toEqual([true, 10, "paid", 700]);
  await one.report("2.99", "r3");
  expect(await one.end()).toEqual([false, 0, "refunded", 999]);
});

test("R-OPEN-42: an order that another has replaced is not sent again, however late its key comes back", async () => {
  const sums: number[] = [];
  const one = await silent(
    answering(async ({ amountCents }) => {
      sums.push(amountCents);
      return sums.length === 1 ? lost : done(`r${sums.length}-${one.fan}`);
    }),
  );
  const key = randomUUID();
  expect(await one.refund(300, key)).toBe("refund_unanswered");
  one.fixture.clock.advance(15 * 60_000);
  expect(await one.refund(300), "somebody else's").toBe("done");
  expect(await one.refund(300, key)).toBe("key_reused");
  expect([sums, await one.end()]).toEqual([
    [300, 300],
    [true, 10, "paid", 300],
  ]);
});

test("R-OPEN-42: an order is not sent again when less than its sum is left by then", async () => {
  let calls = 0;
  const one = await silent(
    answering(async () => {
      calls++;
      return lost;
    }),
  );
  const key = randomUUID();
  expect(await one.refund(600, key)).toBe("refund_unanswered");
  await one.report("5.00", "r1");
  one.fixture.clock.advance(15 * 60_000);
  expect(await one.refund(600, key)).toBe("too_much");
  expect([calls, await one.end()]).toEqual([1, [true, 10, "paid", 500]]);
  expect(await one.refund(null), "what is left").toBe("refund_unanswered");
  expect(await one.states()).toEqual(["given_up", "asked"]);
});

test("R-OPEN-42: a refund that is reported beside a chargeback closes its order", async () => {
  const one = await silent(answering(async () => lost));
  expect(await one.refund(300)).toBe("refund_unanswered");
  await one.report("9.99", "c1", "CHARGEBACK");
  await one.report("3.00", "r1");
  expect([await one.end(), await one.states()]).toEqual([[false, 0, "charged_back", 0], ["done"]]);
  expect(one.fixture.logged()).toContain("a refund beside another return");
});

test("R-OPEN-42: an order of a payment that the provider's office gave back wholly is open no more", async () => {
  const one = await silent(answering(async () => lost));
  const key = randomUUID();
  expect(await one.refund(300, key)).toBe("refund_unanswered");
  await one.report("4.00", "r1");
  expect(await one.states()).toEqual(["asked"]);
  await one.report("5.99", "r2");
  expect([await one.end(), await one.states()]).toEqual([[false, 0, "refunded", 999], ["given_up"]]);
  expect(await one.refund(300, key)).toBe("key_reused");
});

test("R-OPEN-42: a notice of one subscription closes no order of another one's payment", async () => {
  const [one, other] = [await silent(answering(async () => lost)), await silent()];
  expect(await one.refund(300)).toBe("refund_unanswered");
  const notice = {
    TransactionType: "REFUND",
    TransactionID: "r1",
    TransactionReferenceID: "t1",
    Amount: "3.00",
  };
  const body = await noticeOf(other.fixture, other.fan, notice);
  const elsewhere = body.replace(`t1-${other.fan}<`, `t1-${one.fan}<`);
  expect(elsewhere).not.toBe(body);
  expect((await other.fixture.notify(elsewhere)).status).toBe(200);
  expect([await one.end(), await one.states()]).toEqual([[true, 10, "paid", 0], ["asked"]]);
});

test("R-OPEN-42: an answer with the number of an earlier refund proves nothing: the order stays open", async () => {
  const one: Awaited<ReturnType<typeof silent>> = await silent(answering(async () => done(`r1-${one.fan}`)));
  expect(await one.refund(300)).toBe("done");
  expect(await one.refund(300)).toBe("refund_unanswered");
  expect([await one.end(), await one.states()]).toEqual([
    [true, 10, "paid", 300],
    ["done", "asked"],
  ]);
  expect(one.fixture.logged()).toContain("an answer to a refund has the number of an earlier one");
  const office: Awaited<ReturnType<typeof silent>> = await silent(
    answering(async () => done(`r1-${office.fan}`)),
  );
  await office.report("3.00", "r1");
  expect([await office.refund(300), await office.states()]).toEqual(["refund_unanswered", ["asked"]]);
});

test("R-OPEN-42: answer, notice, a refund of the provider's office and a chargeback end alike in every order", async () => {
  const order = async (one: Awaited<ReturnType<typeof silent>>, steps: readonly string[]) => {
    for (const step of steps) {
      if (step === "answer") await one.refund(300);
      else if (step === "notice") await one.report("3.00", "r1");
      else await one.report("2.00", "r2");
    }
    return one.end();
  };
  for (const steps of permutations(["answer", "notice", "office"])) {
    const one: Awaited<ReturnType<typeof silent>> = await silent(
      answering(async () => done(`r1-${one.fan}`)),
    );
    // A notice without an order is one of the office, and leaves less to be given back.
    expect(await order(one, steps), steps.join()).toEqual([true, 10, "paid", 500]);
  }
  const one = await silent(answering(async () => done(`r1-${one.fan}`)));
  await one.refund(300);
  await one.report("9.99", "c1", "CHARGEBACK");
  await one.report("3.00", "r1");
  expect(await one.end()).toEqual([false, 0, "charged_back", 300]);
  expect(await one.refund(null)).toBe("not_refundable");
});

test("R-OPEN-42: a refund that is answered after a chargeback is logged for somebody to look at", async () => {
  const one: Awaited<ReturnType<typeof silent>> = await silent(
    answering(async () => {
      await one.report("9.99", "c1", "CHARGEBACK");
      return done(`r1-${one.fan}`);
    }),
  );
  expect(await one.refund(300)).toBe("done");
  expect(await one.end()).toEqual([false, 0, "charged_back", 0]);
  expect(one.fixture.logged()).toContain("a refund beside another return");
});

test("R-OPEN-42: the books name an order that is not answered for an hour", async () => {
  const one = await paid(answering(async () => lost));
  await one.refund(150);
  const { staffCharges } = one.fixture.subscriptions;
  const now = one.fixture.clock.now();
  const span = { from: new Date(now.getTime() - 1_000), before: new Date(now.getTime() + 86_400_000) };
  const own = async () => {
    const { id } = await one.charge();
    return (await staffCharges.openRefunds(span)).filter(({ chargeId }) => chargeId === id);
  };
  expect(await own()).toEqual([]);
  one.fixture.clock.advance(3_600_001);
  expect(await own()).toMatchObject([{ amountCents: 150, currency: "USD", gateway: "commercegate" }]);
});

test("R-OPEN-42: the database refuses an order of more than is left, a second open one, and any change of one that is settled", async () => {
  const one: Paid = await paid();
  expect(await one.refund(400)).toBe("done");
  const { id } = await one.charge();
  const insert = (cents: number, state = "asked") =>
    sql`
      insert into subscriptions.refund_order (charge_id, amount_cents, order_key, state, asked_at, sent_until)
      values (${id}, ${cents}, ${randomUUID()}, ${state}, now(), now())`.execute(database.db);
  await expect(insert(600)).rejects.toThrow("more would go back than was paid");
  await expect(insert(0)).rejects.toThrow();
  await expect(insert(1, "refused")).rejects.toThrow();
  await insert(599);
  await expect(insert(1)).rejects.toThrow("refund_order_asked");
  const change = (set: ReturnType<typeof sql>) =>
    sql`update subscriptions.refund_order set ${set} where charge_id = ${id} and state = 'done'`.execute(
      database.owner,
    );
  await expect(change(sql`state = 'refused', notice_key = null`)).rejects.toThrow("settled, once");
  await expect(change(sql`amount_cents = 1`)).rejects.toThrow("settled, once");
  await expect(sql`delete from subscriptions.refund_order`.execute(database.owner)).rejects.toThrow();
  await expect(
    sql`update subscriptions.refund_order set amount_cents = 1`.execute(database.db),
  ).rejects.toThrow("permission denied");
});
