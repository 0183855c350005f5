import { expect, test } from "vitest";
import { fileDatabase } from "#testing/database/test-database.ts";
import { establishedPayer, type PaymentFixture, paymentFixtures } from "#testing/payments/payment-fixture.ts";
import { cards } from "#testing/payments/requests.ts";
import { permutations } from "#testing/permutations.ts";
import { until } from "#testing/until.ts";
import type { Gateway } from "../gateways/gateway.ts";
import type { PaymentsNeeds } from "../needs.ts";

const openFixture = paymentFixtures(fileDatabase());
const first = 100;

type Step = () => unknown;
type Message = { url: string; init: RequestInit };

/** Keeps what a gateway sends, so that the test delivers it when and as often as it likes. */
function keptMessages() {
  const kept: Message[] = [];
  const keep: typeof fetch = async (url, init = {}) => {
    kept.push({ url: String(url), init });
    return new Response("OK");
  };
  const deliver = async ({ url, init }: Message) => {
    const { status } = await fetch(url, { ...init, signal: null });
    expect(status).toBe(200);
  };
  return { kept, keep, deliver };
}

const replaced = (name: string, change: (gateway: Gateway) => Gateway) => (needs: PaymentsNeeds) => ({
  ...needs,
  gateways: Object.fromEntries(
    Object.entries(needs.gateways).map(([key, gateway]) => [key, key === name ? change(gateway) : gateway]),
  ),
});

async function stateOf(fixture: PaymentFixture, fan: number) {
  const [row] = await fixture.query(`select state from payments.intent where fan_id = ${fan}`);
  return row?.state;
}

/** Asks the gateway about what is due, after as long as a sale may be under way. */
async function ask(fixture: PaymentFixture) {
  fixture.clock.advance(4 * 60_000);
  await fixture.payments.reconcile();
}

/** Every order of the steps, the last of them all at once. */
async function inEveryOrder(
  steps: readonly string[],
  live: (order: readonly string[], atOnce: boolean) => Promise<void>,
) {
  for (const order of permutations(steps)) await live(order, false);
  await live(steps, true);
}

async function run(order: readonly string[], steps: Readonly<Record<string, Step>>, atOnce: boolean) {
  if (atOnce) await Promise.all(order.map((name) => steps[name]?.()));
  else for (const name of order) await steps[name]?.();
}

const nmiLives = [
  { life: "approved", card: cards.approved, back: null, end: "succeeded", tokens: first },
  { life: "declined", card: cards.declined, back: null, end: "declined", tokens: 0 },
  { life: "approved and voided", card: cards.approved, back: "void", end: "refunded", tokens: 0 },
] as const;

test.each(nmiLives)(
  "R-OPEN-34, R-OPEN-35, R-OPEN-42: NMI's answer, its webhooks, copies of them and a question end alike in every order: $life",
  async ({ card, back, end, tokens }) => {
    const { kept, keep, deliver } = keptMessages();
    let answered = Promise.withResolvers<void>();
    const fixture = await openFixture({
      nmi: {},
      traffic: () => ({ fetch: keep }),
      needs: replaced("nmi", (gateway) => ({
        ...gateway,
        async start(sale, source) {
          const outcome = await gateway.start(sale, source);
          await answered.promise;
          return outcome;
        },
      })),
    });
    await fixture.payments.stop();
    const names = ["answer", "question", "sale", "copy", ...(back ? ["back"] : [])];
    await inEveryOrder(names, async (order, atOnce) => {
      // The copies are the same bytes: their order makes no difference.
      if (order.indexOf("copy") < order.indexOf("sale")) return;
      answered = Promise.withResolvers();
      kept.length = 0;
      const fan = await fixture.newFan();
      const bought = fixture.buy(fan, { card_number: card });
      const known = fixture.nmi.books.all().length;
      const sale = await until(() => fixture.nmi.books.all()[known], "the sale at the gateway");
      if (back) fixture.nmi.giveBack(sale.transaction_id, back);
      fixture.clock.advance(0);
      const [made, returned] = kept;
      if (!made) throw new Error("the gateway has sent no webhook");
      await run(
        order,
        {
          answer: async () => {
            answered.resolve();
            await bought;
          },
          question: () => ask(fixture),
          sale: () => deliver(made),
          copy: () => deliver(made),
          back: () => returned && deliver(returned),
        },
        atOnce,
      );
      expect(await stateOf(fixture, fan), order.join(", ")).toBe(end);
      expect(await fixture.balance(fan), order.join(", ")).toBe(tokens);
    });
  },
);

const depositLives = [
  { life: ["COMPLETED"], end: "succeeded", tokens: first },
  { life: ["EXPIRED", "COMPLETED"], end: "succeeded", tokens: first },
  { life: ["CANCELLED", "COMPLETED"], end: "succeeded", tokens: first },
  { life: ["DECLINED"], end: "declined", tokens: 0 },
] as const;

test.each(depositLives)(
  "R-OPEN-34, R-OPEN-35: Directa24's answer, its notifications, copies of them and questions end alike in every order of them around the life of a deposit: $life",
  async ({ life, end, tokens }) => {
    const { kept, keep, deliver } = keptMessages();
    let answered = Promise.withResolvers<void>();
    const fixture = await openFixture({
      directa24: {},
      traffic: () => ({ fetch: keep }),
      payerOf: () => ({ ...establishedPayer, country: "CO" }),
      needs: replaced("directa24", (gateway) => ({
        ...gateway,
        async start(sale, source) {
          const outcome = await gateway.start(sale, source);
          await answered.promise;
          return outcome;
        },
      })),
    });
    await fixture.payments.stop();
    const [pack] = (await fixture.payments.packagesFor(null, "en")).packages;
    const { directa24 } = fixture;
    const changes = life.map((_, index) => `change ${index}`);
    const isPossible = (order: readonly string[]) =>
      changes.every(
        (name, index) => index === 0 || order.indexOf(name) > order.indexOf(changes[index - 1] ?? ""),
      );
    await inEveryOrder(["answer", ...changes, "notification", "question"], async (order, atOnce) => {
      // The gateway's own changes come one after another.
      if (!isPossible(order)) return;
      answered = Promise.withResolvers();
      kept.length = 0;
      const fan = await fixture.newFan();
      const body = { id: pack?.id, paymentMethodCode: "PC" };
      const bought = fixture.call("POST", "/api/directa24/buy-tokens", { fanId: fan, body });
      const known = directa24.books.all().length;
      const deposit = await until(() => directa24.books.all()[known], "the deposit");
      const change = (index: number) => () =>
        directa24.settle(deposit.deposit_id, life[index] ?? "COMPLETED");
      const notification = {
        url: deposit.notification_url,
        init: {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ deposit_id: Number(deposit.deposit_id) }),
        },
      };
      await run(
        order,
        {
          answer: async () => {
            answered.resolve();
            await bought;
          },
          "change 0": change(0),
          "change 1": change(1),
          notification: () => deliver(notification),
          question: () => ask(fixture),
        },
        atOnce,
      );
      // The gateway's own notifications of the changes come last, the later one first, and twice.
      fixture.clock.advance(0);
      expect(kept).toHaveLength(life.length);
      for (const message of [...kept.toReversed(), ...kept]) await deliver(message);
      expect(await stateOf(fixture, fan), order.join(", ")).toBe(end);
      expect(await fixture.balance(fan), order.join(", ")).toBe(tokens);
    });
  },
);
