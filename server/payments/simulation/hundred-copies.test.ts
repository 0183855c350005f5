import { expect, test } from "vitest";
import { fileDatabase } from "#testing/database/test-database.ts";
import {
  establishedPayer,
  type PaymentFixture,
  type PaymentFixtureOptions,
  paymentFixtures,
} from "#testing/payments/payment-fixture.ts";
import { newOrderId } from "#testing/payments/requests.ts";
import { until } from "#testing/until.ts";
import type { Gateway } from "../gateways/gateway.ts";
import type { PaymentsNeeds } from "../needs.ts";

const openFixture = paymentFixtures(fileDatabase());
const copies = 100;

/** A way to be paid whose gateway sends each callback a hundred times at one moment. */
type Way = {
  name: string;
  options: PaymentFixtureOptions;
  /** Buys the first package and has it paid; answers the payment's id. */
  pay(fixture: PaymentFixture, fanId: number): Promise<string>;
  /** The money goes back; left out where the gateway reports no returns. */
  giveBack?(fixture: PaymentFixture, id: string): void;
};

async function onPage(fixture: PaymentFixture, fanId: number, path: string, body: object) {
  const [pack] = (await fixture.payments.packagesFor(fanId, "en")).packages;
  const answer = await fixture.call("POST", path, { fanId, body: { id: pack?.id, ...body } });
  return String(answer.body.transaction_id);
}

const membershipOf = (fixture: PaymentFixture, id: string) => {
  const found = fixture.commerceGate.store.all().find(({ op1 }) => op1 === id);
  if (!found) throw new Error("the gateway has no such form");
  return found;
};

const ways: Way[] = [
  {
    name: "the demo's processor",
    options: {},
    async pay(fixture, fanId) {
      const orderid = newOrderId();
      fixture.sandbox.knobs.set(orderid, { callbackCopies: copies });
      return (await fixture.buy(fanId, { orderid })).body.transaction_id;
    },
    giveBack: (fixture, id) => void fixture.sandbox.refund(id),
  },
  {
    name: "NMI",
    options: { nmi: { webhookCopies: copies, webhookDelayMs: 0 } },
    pay: async (fixture, fanId) => (await fixture.buy(fanId)).body.transaction_id,
    giveBack: (fixture, id) => fixture.nmi.chargeBack([id]),
  },
  {
    name: "Directa24",
    options: {
      directa24: { notificationCopies: copies },
      payerOf: () => ({ ...establishedPayer, country: "CO" }),
    },
    async pay(fixture, fanId) {
      const id = await onPage(fixture, fanId, "/api/directa24/buy-tokens", { paymentMethodCode: "PC" });
      const deposit = fixture.directa24.books.all().find(({ invoice_id }) => invoice_id === id);
      fixture.directa24.settle(String(deposit?.deposit_id), "COMPLETED");
      return id;
    },
  },
  {
    name: "CommerceGate",
    options: { commerceGate: true },
    async pay(fixture, fanId) {
      fixture.commerceGate.setKnobs({ copies });
      const id = await onPage(fixture, fanId, "/api/fan/card-gateway/buy-tokens", {});
      fixture.commerceGate.decide(membershipOf(fixture, id).token, true);
      return id;
    },
    giveBack: (fixture, id) =>
      void fixture.commerceGate.giveBack(membershipOf(fixture, id).username, "refunded"),
  },
];

/** A gateway that counts its callbacks as they are answered. */
const counted = (gateway: Gateway, answered: number[]): Gateway => ({
  ...gateway,
  acknowledge(result, callback) {
    const answer = gateway.acknowledge(result, callback);
    answered.push(answer.status);
    return answer;
  },
});

test.each(ways)(
  "R-OPEN-35, R-OPEN-42: a hundred copies at once of each callback of $name are all acknowledged and have one effect",
  async ({ options, pay, giveBack }) => {
    const answered: number[] = [];
    const needs = (plain: PaymentsNeeds): PaymentsNeeds => ({
      ...plain,
      gateways: Object.fromEntries(
        Object.entries(plain.gateways).map(([name, gateway]) => [name, counted(gateway, answered)]),
      ),
    });
    const fixture = await openFixture({ ...options, needs });
    const fanId = await fixture.newFan();
    const tokens = (await fixture.payments.packagesFor(fanId, "en")).packages[0]?.tokens ?? 0;
    const allCame = async (count: number) => {
      await until(async () => answered.length >= count, `${count} callbacks`);
      expect(answered).toEqual(Array(count).fill(200));
    };
    const movesOf = async () => {
      const moves = await fixture.query(`
        select case when credit_id = account.id then amount else -amount end::int as tokens
        from wallet.transfer join wallet.account on account.id in (debit_id, credit_id)
        where account.kind = 'fan' and owner_id = ${fanId} order by transfer.id`);
      return moves.map((move) => move.tokens);
    };

    const id = await pay(fixture, fanId);
    await allCame(copies);
    expect(await movesOf()).toEqual([tokens]);
    if (!giveBack) return;
    giveBack(fixture, id);
    await allCame(2 * copies);
    expect(await movesOf()).toEqual([tokens, -tokens]);
    expect(await fixture.balance(fanId)).toBe(0);
  },
);
