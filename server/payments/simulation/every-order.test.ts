import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { readRows } from "#server/kit/database/database.ts";
import { inTransaction } from "#server/kit/database/transaction.ts";
import { createWallet } from "#server/wallet/wallet.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { sendReport } from "#testing/payments/callbacks.ts";
import { paymentFixtures } from "#testing/payments/payment-fixture.ts";
import { newOrderId } from "#testing/payments/requests.ts";
import { permutations } from "#testing/permutations.ts";
import { until } from "#testing/until.ts";
import type { Outcome } from "../gateways/gateway.ts";
import type { IntentState } from "../rules/states.ts";

const database = fileDatabase();
const openFixture = paymentFixtures(database);
const wallet = createWallet();
const model = { kind: "model", id: 78 } as const;
const price = { amountCents: 1099, currency: "USD" };

type Status = { status: string; sequence?: number };

/** The lives of a payment as they happen at the gateway, and where each leads. */
const lives: { life: Status[]; end: IntentState; tokens: 0 | 100 }[] = [
  { life: uncounted("approved"), end: "succeeded", tokens: 100 },
  { life: uncounted("declined", "approved"), end: "succeeded", tokens: 100 },
  { life: uncounted("cancelled", "approved"), end: "succeeded", tokens: 100 },
  { life: uncounted("expired", "declined", "approved", "refunded"), end: "refunded", tokens: 0 },
  { life: uncounted("approved", "refunded"), end: "refunded", tokens: 0 },
  { life: uncounted("approved", "charged_back"), end: "charged_back", tokens: 0 },
  { life: uncounted("approved", "charged_back", "refunded"), end: "refunded", tokens: 0 },
  {
    life: uncounted("declined", "approved", "charged_back", "chargeback_reversed"),
    end: "chargeback_reversed",
    tokens: 100,
  },
  {
    life: uncounted("approved", "charged_back", "chargeback_reversed", "refunded"),
    end: "refunded",
    tokens: 0,
  },
  {
    life: counted("approved", "charged_back", "chargeback_reversed", "charged_back"),
    end: "charged_back",
    tokens: 0,
  },
];

function uncounted(...statuses: string[]): Status[] {
  return statuses.map((status) => ({ status }));
}

function counted(...statuses: string[]): Status[] {
  return statuses.map((status, index) => ({ status, sequence: index + 1 }));
}

type Effect = { transactionId: string; kind: string };

/** Payments whose gateway answers sales and queries as the test scripts it, by order id. */
async function scriptedShop() {
  const answers = new Map<string, Promise<Outcome>>();
  const records = new Map<string, Outcome>();
  const effects: Effect[] = [];
  const fixture = await openFixture({
    needs: (needs) => {
      const { sandbox } = needs.gateways;
      if (!sandbox) throw new Error("no sandbox gateway");
      const record = async (reference: string) => records.get(reference) ?? unanswered;
      const gateway = {
        ...sandbox,
        start: (sale: { orderId: string }) => answers.get(sale.orderId) ?? Promise.resolve(unanswered),
        fetch: record,
        refund: record,
      };
      return {
        ...needs,
        gateways: { sandbox: gateway },
        purchaseHooks: [
          {
            completed: async (_tx, { transactionId }) =>
              void effects.push({ transactionId, kind: "completed" }),
            returned: async (_tx, { transactionId, kind }) => void effects.push({ transactionId, kind }),
          },
        ],
      };
    },
  });
  return { fixture, answers, records, effects };
}

const unanswered = { kind: "unknown", detail: "no answer" } as const;

/** Tries to give 70 tokens to a model, as a fan would who just got some. */
async function spend(fan: number): Promise<number> {
  const order = { key: randomUUID(), kind: "tip", reason: "tip", tokens: 70 } as const;
  const done = await inTransaction(database.db, async (tx) => {
    await wallet.openModelAccount(tx, model.id);
    return wallet.transfer(tx, { ...order, from: { kind: "fan", id: fan }, to: model });
  });
  return done.ok ? 70 : 0;
}

async function accountsOf(fan: number) {
  const query = sql<{ balance: number; owed: number; frozen: boolean }>`
    select account.balance::int, (-coalesce(debt.balance, 0))::int as owed, account.frozen from wallet.account as account
      left join wallet.account as debt on debt.kind = 'debt' and debt.owner_id = account.owner_id
     where account.kind = 'fan' and account.owner_id = ${fan}`;
  const [row] = await readRows(database.db, query);
  if (!row) throw new Error("the fan has no account");
  return row;
}

const stateOf = async (id: string) => {
  const query = sql<{ state: string }>`select state from payments.intent where id = ${id}`;
  return (await readRows(database.db, query))[0]?.state;
};

const idOf = (fan: number) =>
  until(async () => {
    const query = sql<{ id: string }>`select id from payments.intent where fan_id = ${fan}`;
    return (await readRows(database.db, query))[0]?.id;
  }, "the payment");

/**
 * Checks the state that must be equal in the end, in any order. A fan who could spend owes the tokens that were then
 * reversed.
 */
async function expectEnd(fan: number, id: string, spent: number, end: IntentState, tokens: number) {
  const { balance, owed, frozen } = await accountsOf(fan);
  expect({ state: await stateOf(id), worth: balance - owed + spent, frozen }).toEqual({
    state: end,
    worth: tokens,
    frozen: owed > 0,
  });
  expect(Math.min(balance, owed)).toBe(0);
}

/** A reward given at the completion, cancelled by each return and restored by each dispute won: 0 or 1 in the end. */
function rewardsLeft(effects: Effect[], id: string): number {
  return effects
    .filter(({ transactionId }) => transactionId === id)
    .reduce((left, { kind }) => left + (kind === "completed" || kind === "chargeback_reversed" ? 1 : -1), 0);
}

test.each(lives)(
  "R-OPEN-35, R-OPEN-42: reports in every order, and repeated, end in $end like the true order: $life",
  async ({ life, end, tokens }) => {
    const { fixture, effects } = await scriptedShop();
    const live = async (order: Status[]) => {
      const fan = await fixture.newFan();
      const { body } = await fixture.buy(fan);
      const id = body.transaction_id;
      let spent = 0;
      for (const report of [...order, ...order]) {
        expect((await sendReport(fixture.origin, { ...report, reference: id })).status).toBe(200);
        if (spent === 0) spent = await spend(fan);
      }
      await expectEnd(fan, id, spent, end, tokens);
      expect(rewardsLeft(effects, id), JSON.stringify(order)).toBe(tokens / 100);
    };
    await Promise.all(permutations(life).map(live));
  },
);

type Channel = "answer" | "question" | "charged_back" | "chargeback_reversed";

test.each([
  { reply: "approved", record: "chargeback_reversed" },
  { reply: "unknown", record: "approved" },
  { reply: "declined", record: "approved" },
] as const)(
  "R-OPEN-34, R-OPEN-35: an answer ($reply), a question ($record) and callbacks end alike in every order and all at once",
  async ({ reply, record }) => {
    const scripted = await scriptedShop();
    const { effects } = scripted;
    const orders = permutations<Channel>(["answer", "question", "charged_back", "chargeback_reversed"]);
    for (const order of [...orders, ...orders.slice(0, 6)]) {
      const { fan, id, steps } = await beginHeld(scripted, reply, record);
      if (order === orders[0]) await Promise.all(order.map((channel) => steps[channel]()));
      else for (const channel of order) await steps[channel]();
      await expectEnd(fan, id, 0, "chargeback_reversed", 100);
      expect(rewardsLeft(effects, id), order.join(", ")).toBe(1);
    }
  },
);

/** A payment whose sale is under way; each step lets one channel speak. */
async function beginHeld(
  { fixture, answers, records }: Awaited<ReturnType<typeof scriptedShop>>,
  reply: "approved" | "unknown" | "declined",
  record: "approved" | "chargeback_reversed",
) {
  const fan = await fixture.newFan();
  const orderid = newOrderId();
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  answers.set(orderid, promise);
  const bought = fixture.buy(fan, { orderid });
  const id = await idOf(fan);
  records.set(id, outcomeOf(record));
  const callback = (status: string) => async () =>
    void (await sendReport(fixture.origin, { reference: id, status }));
  const steps: Record<Channel, () => Promise<void>> = {
    async answer() {
      resolve(reply === "unknown" ? unanswered : outcomeOf(reply));
      await bought;
    },
    async question() {
      fixture.clock.advance(2 * 60_000);
      await fixture.payments.reconcile();
    },
    charged_back: callback("charged_back"),
    chargeback_reversed: callback("chargeback_reversed"),
  };
  return { fan, id, steps };
}

function outcomeOf(kind: "approved" | "declined" | "refunded" | "chargeback_reversed"): Outcome {
  const gatewayReference = "sbx_test";
  if (kind === "declined") return { kind, gatewayReference, code: "do_not_honor", card: null };
  if (kind === "approved") return { kind, gatewayReference, ...price, card: null };
  return { kind, gatewayReference, ...price, sequence: null };
}

test("R-OPEN-35, R-OPEN-42: a refund by the staff, its callback and the approval end alike in every order", async () => {
  const { fixture, records, effects } = await scriptedShop();
  const refund = async (id: string) => void (await fixture.payments.refund(id, async () => undefined));
  for (const order of permutations(["approved", "refunded", "staff"])) {
    const fan = await fixture.newFan();
    const id = (await fixture.buy(fan)).body.transaction_id;
    records.set(id, outcomeOf("refunded"));
    for (const channel of order) {
      if (channel === "staff") await refund(id);
      else await sendReport(fixture.origin, { reference: id, status: channel });
    }
    await expectEnd(fan, id, 0, "refunded", 0);
    expect(rewardsLeft(effects, id), order.join(", ")).toBe(0);
  }
});

test("R-OPEN-35: all reports of a life at the same moment end as one after another", async () => {
  const { fixture, effects } = await scriptedShop();
  for (let round = 0; round < 5; round++) {
    const fan = await fixture.newFan();
    const id = (await fixture.buy(fan)).body.transaction_id;
    const statuses = ["chargeback_reversed", "declined", "charged_back", "approved", "cancelled"];
    const reports = statuses.map((status) => ({ reference: id, status, eventId: randomUUID() }));
    const sent = [...reports, ...reports].map((report) => sendReport(fixture.origin, report));
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array(10).fill(200));
    await expectEnd(fan, id, 0, "chargeback_reversed", 100);
    expect(rewardsLeft(effects, id)).toBe(1);
  }
});
