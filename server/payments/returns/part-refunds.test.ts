import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import {
  type PaymentFixture,
  type PaymentFixtureOptions,
  paymentFixtures,
} from "#testing/payments/payment-fixture.ts";
import { newOrderId } from "#testing/payments/requests.ts";
import { until } from "#testing/until.ts";
import type { PartRefunds } from "../gateways/gateway.ts";
import { neverReceivedMs } from "../rules/waiting.ts";

const database = fileDatabase();
const openFixture = paymentFixtures(database);
const wallet = createWallet();
const model = { kind: "model", id: 78 } as const;

/** A purchase of 100 tokens for 10.99 of which `spent` have gone to a model. */
async function bought(fixture: PaymentFixture, spent = 0) {
  const fan = await fixture.newFan();
  const { body } = await fixture.buy(fan);
  const id = body.transaction_id;
  if (spent > 0)
    await inTransaction(database.db, async (tx) => {
      await wallet.openModelAccount(tx, model.id);
      const from = { kind: "fan", id: fan } as const;
      const order = {
        key: `tip:${newOrderId()}`,
        from,
        to: model,
        tokens: spent,
        kind: "tip",
        reason: "tip",
      } as const;
      return wallet.transfer(tx, order);
    });
  const [row] = await fixture.query(
    `select amount_cents, base_tokens + bonus_tokens as tokens from payments.intent where id = '${id}'`,
  );
  return { fan, id, paid: Number(row?.amount_cents), tokens: Number(row?.tokens) };
}
type Bought = Awaited<ReturnType<typeof bought>>;

const nothing = async () => undefined;
const part = (
  { payments }: Pick<PaymentFixture, "payments">,
  { id }: Pick<Bought, "id">,
  cents: number,
  key: string = randomUUID(),
) => payments.refundPart({ id, amountCents: cents, key }, nothing);
const whole = (fixture: PaymentFixture, { id }: Bought) => fixture.payments.refund(id, async () => undefined);
const stateOf = async (fixture: PaymentFixture, { id }: Bought) =>
  (await fixture.query(`select state from payments.intent where id = '${id}'`))[0]?.state;
const partsOf = (fixture: PaymentFixture, { id }: Bought) =>
  fixture.query(
    `select amount_cents, state, tokens from payments.part_refund where intent_id = '${id}' order by id`,
  );
const debtOf = ({ fan }: Bought) => wallet.debtOf(database.db, fan);
const backAtSandbox = (fixture: PaymentFixture, { id }: Bought) => fixture.sandbox.find(id)?.refunded;
const refused = (refusal: string) => ({ ok: false, refusal });

/** The sandbox processor, whose refunds of parts first do what `before` says. */
const partsThat = (
  before: (up: () => ReturnType<PartRefunds["refundUpTo"]>) => ReturnType<PartRefunds["refundUpTo"]>,
): PaymentFixtureOptions => ({
  needs(needs) {
    const { sandbox } = needs.gateways;
    if (!sandbox?.partRefunds) throw new Error("the sandbox refunds parts");
    const { partRefunds } = sandbox;
    const refundUpTo: PartRefunds["refundUpTo"] = (...of) => before(() => partRefunds.refundUpTo(...of));
    return {
      ...needs,
      gateways: { ...needs.gateways, sandbox: { ...sandbox, partRefunds: { ...partRefunds, refundUpTo } } },
    };
  },
});

test("R-OPEN-42: a part of a payment takes its share of the tokens, spent ones as debt, and the rest the rest", async () => {
  const fixture = await openFixture();
  const payment = await bought(fixture, 90);
  const { tokens, paid } = payment;
  expect((await part(fixture, payment, 550)).ok).toBe(true);
  const share = Math.floor((tokens * 550) / paid);
  expect(await stateOf(fixture, payment), "the payment stays what it is").toBe("succeeded");
  expect([await fixture.balance(payment.fan), await debtOf(payment)]).toEqual([0, share - (tokens - 90)]);
  expect(backAtSandbox(fixture, payment)).toBe("5.50");
  expect((await part(fixture, payment, 1)).ok).toBe(true);
  expect((await partsOf(fixture, payment)).map((row) => row.tokens)).toEqual([
    share,
    Math.floor((tokens * 551) / paid) - share,
  ]);
  expect((await whole(fixture, payment)).ok).toBe(true);
  expect(await stateOf(fixture, payment)).toBe("refunded");
  expect(await debtOf(payment), "all of the tokens, once").toBe(90);
  expect(await part(fixture, payment, 1)).toEqual(refused("not_refundable"));
});

test("R-OPEN-42: the last part is the rest of a payment, and more than is left is refused and moves nothing", async () => {
  const fixture = await openFixture();
  const payment = await bought(fixture);
  const { paid, fan } = payment;
  expect(await part(fixture, payment, paid + 1)).toEqual(refused("too_much"));
  expect((await part(fixture, payment, 300)).ok).toBe(true);
  const kept = await fixture.balance(fan);
  for (const more of [paid - 299, paid])
    expect(await part(fixture, payment, more)).toEqual(refused("too_much"));
  expect([await fixture.balance(fan), backAtSandbox(fixture, payment)]).toEqual([kept, "3.00"]);
  expect((await part(fixture, payment, paid - 300)).ok).toBe(true);
  expect([await stateOf(fixture, payment), await fixture.balance(fan)]).toEqual(["refunded", 0]);
  expect(await partsOf(fixture, payment)).toHaveLength(1);
  expect(await part(fixture, { ...payment, id: "00000000-0000-4000-8000-000000000000" }, 1)).toEqual(
    refused("unknown"),
  );
});

test("R-OPEN-42: of a payment that its bank took back nothing is refunded, and a dispute that was won leaves what went back in parts", async () => {
  const fixture = await openFixture();
  const payment = await bought(fixture);
  const { id, fan, tokens, paid } = payment;
  await part(fixture, payment, 550);
  const share = Math.floor((tokens * 550) / paid);
  const befall = async (aftermath: "charged_back" | "chargeback_reversed") => {
    const sale = fixture.sandbox.store.byReference(id);
    if (!sale) throw new Error("the processor does not know the sale");
    fixture.sandbox.befall(sale, aftermath);
    await until(async () => (await stateOf(fixture, payment)) === aftermath, aftermath);
  };
  await befall("charged_back");
  expect([await fixture.balance(fan), await debtOf(payment)]).toEqual([0, 0]);
  expect(await part(fixture, payment, 1)).toEqual(refused("not_refundable"));
  await befall("chargeback_reversed");
  expect(await fixture.balance(fan)).toBe(tokens - share);
  expect((await part(fixture, payment, 100)).ok).toBe(true);
  expect(await fixture.balance(fan)).toBe(tokens - Math.floor((tokens * 650) / paid));
  expect((await whole(fixture, payment)).ok).toBe(true);
  expect([await fixture.balance(fan), await debtOf(payment)]).toEqual([0, 0]);
});

test("R-OPEN-42: pressed at once, by two processes, a part goes back once, and parts together are never more than was paid", async () => {
  const fixture = await openFixture();
  const payment = await bought(fixture);
  const other = fixture.anotherProcess();
  const key = randomUUID();
  const same = await Promise.all([
    ...[1, 2, 3].map(() => part(fixture, payment, 400, key)),
    part({ payments: other }, payment, 400, key),
  ]);
  expect(same.some(({ ok }) => ok)).toBe(true);
  expect((await part(fixture, payment, 400, key)).ok, "the same order again").toBe(true);
  expect(await partsOf(fixture, payment)).toMatchObject([{ amount_cents: 400, state: "done" }]);
  expect(backAtSandbox(fixture, payment)).toBe("4.00");
  await Promise.all([300, 301, 302, 303].map((sum) => part(fixture, payment, sum)));
  const [{ total } = { total: 0 }] = await fixture.query(
    `select sum(amount_cents)::int as total from payments.part_refund
     where intent_id = '${payment.id}' and state = 'done'`,
  );
  expect(Number(total)).toBeLessThan(payment.paid);
  expect(Number(backAtSandbox(fixture, payment))).toBeCloseTo(Number(total) / 100, 5);
});

test("R-OPEN-42: a part whose answer was lost goes back once: it is asked for again as the same one, and no other meanwhile", async () => {
  let lost = true;
  const fixture = await openFixture(
    partsThat(async (up) => {
      const outcome = await up();
      return lost ? { kind: "unknown" } : outcome;
    }),
  );
  const payment = await bought(fixture);
  const key = randomUUID();
  expect(await part(fixture, payment, 400, key)).toEqual(refused("no_answer"));
  expect(await fixture.balance(payment.fan)).toBe(payment.tokens);
  lost = false;
  expect((await part(fixture, payment, 400, key)).ok).toBe(true);
  expect(backAtSandbox(fixture, payment)).toBe("4.00");
  expect(await partsOf(fixture, payment)).toMatchObject([{ amount_cents: 400, state: "done" }]);
  // A part that nobody asks for any more does not hinder the rest.
  lost = true;
  expect(await part(fixture, payment, 100)).toEqual(refused("no_answer"));
  expect((await whole(fixture, payment)).ok).toBe(true);
  expect([await stateOf(fixture, payment), await fixture.balance(payment.fan)]).toEqual(["refunded", 0]);
});

test("R-OPEN-42: a part that was lost is settled by what the gateway knows of it before another order is taken", async () => {
  let arrives = true;
  const fixture = await openFixture(
    partsThat(async (up) => {
      if (arrives) await up();
      return { kind: "unknown" };
    }),
  );
  const payment = await bought(fixture);
  expect(await part(fixture, payment, 400)).toEqual(refused("no_answer"));
  expect(await part(fixture, payment, 400), "it is found and counted").toEqual(refused("refund_under_way"));
  expect(await partsOf(fixture, payment)).toMatchObject([{ amount_cents: 400, state: "done" }]);
  expect(await fixture.balance(payment.fan)).toBe(
    payment.tokens - Math.floor((payment.tokens * 400) / payment.paid),
  );
  arrives = false;
  const never = randomUUID();
  expect(await part(fixture, payment, 100, never)).toEqual(refused("no_answer"));
  expect(await part(fixture, payment, 100, never), "it may still be on its way").toEqual(
    refused("no_answer"),
  );
  expect(await part(fixture, payment, 50)).toEqual(refused("refund_under_way"));
  fixture.clock.advance(neverReceivedMs);
  await fixture.payments.reconcile();
  expect(await part(fixture, payment, 50)).toEqual(refused("no_answer"));
  expect((await partsOf(fixture, payment)).map(({ state }) => state)).toEqual(["done", "dropped", "asked"]);
  expect(backAtSandbox(fixture, payment)).toBe("4.00");
});

test("R-OPEN-42, R-OPEN-38: the key of a part that was lost serves no other sum and no other payment", async () => {
  const fixture = await openFixture(
    partsThat(async (up) => {
      await up();
      return { kind: "unknown" };
    }),
  );
  const [payment, other] = [await bought(fixture), await bought(fixture)];
  const key = randomUUID();
  expect(await part(fixture, payment, 550, key)).toEqual(refused("no_answer"));
  const reused = async () => {
    expect(await part(fixture, payment, 100, key)).toEqual(refused("key_reused"));
    expect(await part(fixture, other, 550, key)).toEqual(refused("key_reused"));
  };
  await reused();
  fixture.clock.advance(neverReceivedMs);
  await fixture.payments.reconcile();
  await reused();
  expect((await part(fixture, payment, 550, key)).ok).toBe(true);
  expect([await partsOf(fixture, other), backAtSandbox(fixture, other)]).toEqual([[], "0.00"]);
});

test("R-OPEN-42: a part that nobody asks about again is settled by a job, once, by what the gateway has given back", async () => {
  let arrives = true;
  const fixture = await openFixture(
    partsThat(async (up) => {
      if (arrives) await up();
      return { kind: "unknown" };
    }),
  );
  const payment = await bought(fixture, 90);
  const other = fixture.anotherProcess();
  const shownOf = async () => (await fixture.payments.history(payment.id))?.parts.map(({ state }) => state);
  const key = randomUUID();
  expect(await part(fixture, payment, 550, key)).toEqual(refused("no_answer"));
  expect(await shownOf(), "it is shown as asked for").toEqual(["asked"]);
  const day = { from: new Date(0), before: new Date(8.64e15) };
  const openIn = async () =>
    (await fixture.payments.books(day)).differences
      .filter(({ kind, paymentId }) => kind === "part_open" && paymentId === payment.id)
      .map(({ detail }) => detail);
  expect(await openIn()).toEqual(["5.50 USD"]);
  await fixture.payments.reconcile();
  expect(await shownOf(), "the gateway may be working on it").toEqual(["asked"]);
  fixture.clock.advance(neverReceivedMs);
  await Promise.all([fixture.payments.reconcile(), other.reconcile(), fixture.payments.reconcile()]);
  const share = Math.floor((payment.tokens * 550) / payment.paid);
  expect(await partsOf(fixture, payment)).toMatchObject([{ state: "done", tokens: share }]);
  expect(await debtOf(payment)).toBe(share - (payment.tokens - 90));
  expect(await openIn()).toEqual([]);
  let recorded = 0;
  const again = { id: payment.id, amountCents: 550, key };
  const pressed = await fixture.payments.refundPart(again, async () => void (recorded += 1));
  expect([pressed.ok, recorded], "the order is written down with what it did").toEqual([true, 1]);
  expect(backAtSandbox(fixture, payment)).toBe("5.50");
  arrives = false;
  expect(await part(fixture, payment, 100)).toEqual(refused("no_answer"));
  fixture.clock.advance(neverReceivedMs);
  await fixture.payments.reconcile();
  expect(await shownOf(), "what never arrived is given up").toEqual(["done"]);
  expect(backAtSandbox(fixture, payment)).toBe("5.50");
  expect(await debtOf(payment)).toBe(share - (payment.tokens - 90));
});

test("R-OPEN-42: a part that cannot be settled, as its gateway is switched off, keeps nothing else from being settled", async () => {
  let isOff = false;
  const fixture = await openFixture({
    needs(needs) {
      const { sandbox } = needs.gateways;
      if (!sandbox?.partRefunds) throw new Error("the sandbox refunds parts");
      const { refundUpTo } = sandbox.partRefunds;
      const partRefunds: PartRefunds = {
        ...sandbox.partRefunds,
        async refundUpTo(...of) {
          await refundUpTo(...of);
          return { kind: "unknown" };
        },
      };
      const on = { ...needs.gateways, sandbox: { ...sandbox, partRefunds } };
      return Object.defineProperty({ ...needs }, "gateways", {
        get: () => (isOff ? {} : on),
        enumerable: true,
      });
    },
  });
  const payment = await bought(fixture);
  expect(await part(fixture, payment, 100)).toEqual(refused("no_answer"));
  const other = await fixture.newFan();
  await fixture.query(`insert into payments.attempt (intent_id, fan_id, address_block, newcomer, at)
    values (gen_random_uuid(), ${other}, 'old', false, '2001-01-01')`);
  fixture.clock.advance(neverReceivedMs);
  isOff = true;
  await fixture.payments.reconcile();
  expect(await partsOf(fixture, payment)).toMatchObject([{ state: "asked" }]);
  expect(fixture.logged()).toContain("a part of a payment could not be settled");
  expect(
    await fixture.query(`select from payments.attempt where fan_id = ${other}`),
    "old tries are forgotten",
  ).toEqual([]);
  isOff = false;
  fixture.clock.advance(60_000);
  await fixture.payments.reconcile();
  expect(await partsOf(fixture, payment)).toMatchObject([{ state: "done" }]);
});

test("R-OPEN-42: while a gateway is away, or is asked once more, no part is settled by the job", async () => {
  let isAway = true;
  let duringAsking = async () => {};
  const fixture = await openFixture({
    needs(needs) {
      const { sandbox } = needs.gateways;
      if (!sandbox?.partRefunds) throw new Error("the sandbox refunds parts");
      const { partRefunds } = sandbox;
      const refunded: PartRefunds["refunded"] = async (id) => {
        const back = await partRefunds.refunded(id);
        await duringAsking();
        return isAway ? null : back;
      };
      const refundUpTo: PartRefunds["refundUpTo"] = async () => ({ kind: "unknown" });
      const parts = { ...sandbox, partRefunds: { refunded, refundUpTo } };
      return { ...needs, gateways: { ...needs.gateways, sandbox: parts } };
    },
  });
  const payment = await bought(fixture);
  const stateNow = async () => (await partsOf(fixture, payment)).map(({ state }) => state);
  const key = randomUUID();
  isAway = false;
  expect(await part(fixture, payment, 100, key)).toEqual(refused("no_answer"));
  isAway = true;
  fixture.clock.advance(neverReceivedMs);
  await fixture.payments.reconcile();
  expect(await stateNow()).toEqual(["asked"]);
  // Between the job's question and its answer the gateway is asked to give the part back once more.
  isAway = false;
  fixture.clock.advance(60_000);
  duringAsking = async () => {
    duringAsking = async () => {};
    await fixture.query(`update payments.part_refund set sent_until = sent_until + interval '3 minutes'
      where intent_id = '${payment.id}' returning id`);
  };
  await fixture.payments.reconcile();
  expect(await stateNow(), "it is on its way again").toEqual(["asked"]);
  fixture.clock.advance(2 * neverReceivedMs);
  await fixture.payments.reconcile();
  expect(await stateNow()).toEqual(["dropped"]);
  expect(await fixture.balance(payment.fan)).toBe(payment.tokens);
});

test("R-OPEN-42: what NMI's office gives back beside a part of the same sum is no part of ours, whichever comes first", async () => {
  for (const officeFirst of [true, false]) {
    const fixture = await openFixture({ nmi: {} });
    const payment = await bought(fixture);
    fixture.nmi.settleDay();
    const sale = fixture.nmi.books.all().find(({ order_id }) => order_id === payment.id);
    const verdicts = () =>
      fixture.query(`select verdict from payments.callback_inbox where intent_id = '${payment.id}'
        and report ->> 'kind' = 'refunded' order by id`);
    const inOffice = async (many: number) => {
      fixture.nmi.giveBack(sale?.transaction_id ?? "", "refund", "2.00");
      await until(async () => (await verdicts()).length === many, "the notice");
    };
    if (officeFirst) await inOffice(1);
    expect((await part(fixture, payment, 200)).ok).toBe(true);
    await until(async () => (await verdicts()).length === (officeFirst ? 2 : 1), "the notice of ours");
    if (!officeFirst) await inOffice(2);
    const expected = officeFirst ? ["mismatch", "unchanged"] : ["unchanged", "mismatch"];
    expect((await verdicts()).map(({ verdict }) => verdict)).toEqual(expected);
  }
});

test("R-OPEN-42: what goes back later stands in the books of its own day and changes no day before", async () => {
  const fixture = await openFixture();
  const dayMs = 86_400_000;
  const first = Math.floor(fixture.clock.now().getTime() / dayMs);
  const linesOf = async (day: number) => {
    const span = { from: new Date((first + day) * dayMs), before: new Date((first + day + 1) * dayMs) };
    const { lines, differences } = await fixture.payments.books(span);
    return { lines, differences: differences.map(({ kind }) => kind) };
  };
  const payment = await bought(fixture);
  expect((await part(fixture, payment, 100)).ok).toBe(true);
  const today = await linesOf(0);
  fixture.clock.advance(dayMs);
  expect((await part(fixture, payment, 200)).ok).toBe(true);
  const tomorrow = await linesOf(1);
  expect(tomorrow.lines).toMatchObject([{ step: "refunded", cents: 200 }]);
  expect(await linesOf(0)).toEqual(today);
  fixture.clock.advance(dayMs);
  expect((await whole(fixture, payment)).ok).toBe(true);
  expect((await linesOf(2)).lines).toMatchObject([{ step: "refunded", cents: payment.paid - 300 }]);
  expect([await linesOf(0), await linesOf(1)]).toEqual([today, tomorrow]);
});

test("R-OPEN-42: a part that is settled days after the rest of its payment went back changes no books", async () => {
  const fixture = await openFixture(
    partsThat(async (up) => {
      await up();
      return { kind: "unknown" };
    }),
  );
  const payment = await bought(fixture);
  const all = { from: new Date(0), before: new Date(8.64e15) };
  const returned = async () =>
    (await fixture.payments.books(all)).lines.find(({ step }) => step === "refunded");
  expect(await part(fixture, payment, 400)).toEqual(refused("no_answer"));
  expect((await whole(fixture, payment)).ok).toBe(true);
  const before = await returned();
  fixture.clock.advance(2 * 86_400_000);
  await fixture.payments.reconcile();
  expect(await partsOf(fixture, payment)).toMatchObject([{ state: "done", tokens: 0 }]);
  expect(await returned()).toEqual(before);
  expect([await fixture.balance(payment.fan), await debtOf(payment)]).toEqual([0, 0]);
});

test("R-OPEN-42: what becomes of a payment while a part of it is asked for takes its tokens once", async () => {
  let meanwhile = async () => {};
  const fixture = await openFixture(
    partsThat(async (up) => {
      const outcome = await up();
      await meanwhile();
      return outcome;
    }),
  );
  const payment = await bought(fixture);
  meanwhile = async () => void (await whole(fixture, payment));
  expect((await part(fixture, payment, 400)).ok).toBe(true);
  expect([await stateOf(fixture, payment), await fixture.balance(payment.fan)]).toEqual(["refunded", 0]);
  expect(await partsOf(fixture, payment)).toMatchObject([{ tokens: 0 }]);
  expect(await debtOf(payment)).toBe(0);
});

test("R-OPEN-42: NMI refunds parts of what is settled, beside those of its own office, and its notices of ours are known", async () => {
  const fixture = await openFixture({ nmi: {} });
  const payment = await bought(fixture);
  expect(await part(fixture, payment, 400), "not settled at the bank").toEqual(refused("not_refundable"));
  expect(await partsOf(fixture, payment)).toMatchObject([{ state: "dropped", tokens: null }]);
  fixture.nmi.settleDay();
  const sale = fixture.nmi.books.all().find(({ order_id }) => order_id === payment.id);
  fixture.nmi.giveBack(sale?.transaction_id ?? "", "refund", "2.00");
  const key = randomUUID();
  const pressed = await Promise.all([1, 2, 3].map(() => part(fixture, payment, 400, key)));
  expect(pressed.some(({ ok }) => ok)).toBe(true);
  expect((await part(fixture, payment, 400, key)).ok).toBe(true);
  const back = (fixture.nmi.books.get(sale?.transaction_id ?? "")?.actions ?? [])
    .filter(({ action_type }) => action_type === "refund")
    .map(({ amount }) => Number(amount));
  expect(back).toEqual([2, 4]);
  const notices = () =>
    fixture.query(
      `select verdict from payments.callback_inbox where intent_id = '${payment.id}'
         and report ->> 'kind' = 'refunded' order by verdict`,
    );
  await until(async () => (await notices()).length === 2, "both notices");
  expect((await notices()).map(({ verdict }) => verdict)).toEqual(["mismatch", "unchanged"]);
  expect(await part(fixture, payment, payment.paid - 500)).toEqual(refused("too_much"));
});

test("R-OPEN-42: the database refuses parts that code would not ask for, and keeps what was written", async () => {
  const fixture = await openFixture();
  const payment = await bought(fixture);
  const { id, paid } = payment;
  const insert = (cents: number, total = cents, state = "asked") =>
    sql`insert into payments.part_refund (intent_id, amount_cents, total_cents, state, order_key, asked_at, sent_until)
        values (${id}, ${cents}, ${total}, ${state}, gen_random_uuid()::text, now(), now())`.execute(
      database.db,
    );
  for (const [cents, total] of [
    [0, 0],
    [-5, 5],
    [paid, paid],
    [paid + 1, paid + 1],
    [5, 4],
  ] as const)
    await expect(insert(cents, total)).rejects.toThrow();
  await expect(insert(5, 5, "done")).rejects.toThrow();
  await insert(500);
  await expect(insert(5), "one at a time").rejects.toThrow();
  const settle = (tokens: number) =>
    sql`update payments.part_refund set state = 'done', tokens = ${tokens}, settled_at = now()
        where intent_id = ${id}`.execute(database.db);
  await expect(settle(payment.tokens), "more tokens than their share").rejects.toThrow("share");
  await expect(
    sql`update payments.part_refund set amount_cents = 1 where intent_id = ${id}`.execute(database.db),
  ).rejects.toThrow();
  await settle(0);
  await expect(settle(1), "settled once").rejects.toThrow();
  await expect(insert(paid - 500)).rejects.toThrow("less than the whole");
  await expect(
    sql`delete from payments.part_refund where intent_id = ${id}`.execute(database.owner),
  ).rejects.toThrow();
  await whole(fixture, payment);
  await expect(insert(5)).rejects.toThrow("nothing can be given back");
});
