import { between, pick, seededRandom } from "#server/kit/random.ts";
import { type Bank, createBank, type Fate } from "./bank.ts";
import { createLifeLedger, type LifeLedger } from "./ledger.ts";
import { createShop, type Payment, type Shop } from "./shop.ts";

const operationsMax = 200;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The result of a life: its problems, and the states that its payments ended in. */
export type Lived = { problems: string[]; states: string[] };

/**
 * The life of one fan on a clock of its own, 200 operations drawn from the seed: purchases that are approved, declined,
 * confirmed on a page, lost on the way or in the answer; months of subscriptions; refunds, disputes and their ends; tips,
 * shows, limits and pauses; callbacks lost, copied and out of order; a gateway that is away. The rules of payments are the
 * product's own; ledger and gateway are models of what they promise.
 */
export function simulateLife(seed: string): Lived {
  const random = seededRandom(seed);
  const ledger = createLifeLedger();
  const bank = createBank(random);
  const shop = createShop(bank, ledger);
  const problems: string[] = [];
  let nowMs = Date.UTC(2026, 0, 1);

  function pass(ms: number): void {
    nowMs += ms;
  }
  function buy(): void {
    if (ledger.isPaused(nowMs)) return;
    const payment = shop.begin(pick(random, [100, 250, 500]), nowMs);
    const fate = pick<Fate>(random, ["approved", "approved", "declined", "pending", "lost"]);
    bank.sell(payment.id, fate, random() < 0.5, nowMs);
    // Else the process died before it received the answer, or it never came.
    const received = random();
    if (received < 0.6) shop.receive(payment.id, answerTo(bank, payment), nowMs);
    else if (received < 0.8) shop.receive(payment.id, { kind: "unknown", sequence: null }, nowMs);
  }
  /** A month is paid to its provider, who reports it until it is received. */
  function month(): void {
    const payment = shop.begin(25, nowMs);
    bank.sell(payment.id, "approved", false, nowMs);
    shop.receive(payment.id, answerTo(bank, payment), nowMs);
  }
  const operations: readonly [weight: number, act: () => void][] = [
    [12, buy],
    [3, month],
    [20, () => bank.act(nowMs)],
    [20, () => receiveOne(bank, shop, nowMs)],
    [10, () => shop.reconcile(nowMs, random() < 0.3)],
    [8, () => pass(between(random, 1, 60) * 1_000)],
    [6, () => pass(between(random, 1, 12) * hourMs)],
    [8, () => void ledger.spend(between(random, 1, 120), nowMs)],
    [4, () => void ledger.hold(between(random, 1, 60), nowMs)],
    [4, () => ledger.capture(between(random, 1, 60), nowMs)],
    [3, () => ledger.release()],
    [1, () => ledger.limit(random() < 0.5 ? null : between(random, 50, 400))],
    [1, () => ledger.pause(nowMs + dayMs)],
  ];
  const drawn = operations.flatMap(([weight, act]) => Array<() => void>(weight).fill(act));
  for (let operation = 0; operation < operationsMax; operation++) {
    pick(random, drawn)();
    const problem = ledger.problem();
    if (problem) problems.push(`after operation ${operation} the ledger ${problem}`);
  }
  settleAll(bank, shop, nowMs);
  return {
    problems: [
      ...problems,
      ...shop.payments.flatMap((one) => differences(bank, one)),
      ...totals(shop, ledger),
    ],
    states: shop.payments.map(({ state }) => state),
  };
}

/** The answer to a sale; one that never arrived has none. */
function answerTo(bank: Bank, { id }: Payment) {
  const finding = bank.ask(id);
  return finding.kind === "not_found" ? ({ kind: "unknown", sequence: null } as const) : finding;
}

function receiveOne(bank: Bank, shop: Shop, nowMs: number): boolean {
  const callback = bank.deliver();
  if (callback) shop.receive(callback.id, callback, nowMs);
  return callback !== undefined;
}

/** Everything that is still on its way arrives, and whatever is due is asked about, until nothing is. */
function settleAll(bank: Bank, shop: Shop, fromMs: number): void {
  bank.closeOpen();
  for (let nowMs = fromMs; receiveOne(bank, shop, nowMs); nowMs += 1);
  for (let turn = 0; turn < 20_000; turn++) {
    const due = shop.payments.flatMap(({ nextQueryAt }) => (nextQueryAt ? [nextQueryAt.getTime()] : []));
    if (due.length === 0) return;
    shop.reconcile(Math.max(fromMs, Math.min(...due)), false);
  }
  throw new Error("payments are asked about for ever");
}

/** Where our books are not the gateway's. */
function differences(bank: Bank, { id, state, credits }: Payment): string[] {
  const { kind } = bank.ask(id);
  const isPaid = ["approved", "refunded", "charged_back", "chargeback_reversed"].includes(kind);
  const ends = kind === "approved" ? ["succeeded"] : isPaid ? [kind] : ["declined", "expired", "cancelled"];
  return [
    ...(ends.includes(state) ? [] : [`${id} is ${state} and at the gateway ${kind}`]),
    ...(credits === (isPaid ? 1 : 0) ? [] : [`${id} was credited ${credits} times and is ${kind}`]),
  ];
}

/** Checks that the fan has, owes and has spent exactly the tokens paid for and not refunded. */
function totals({ payments }: Shop, ledger: LifeLedger): string[] {
  const paid = payments
    .filter(({ state }) => state === "succeeded" || state === "chargeback_reversed")
    .reduce((sum, { tokens }) => sum + tokens, 0);
  return paid === ledger.worth() ? [] : [`the fan has had ${ledger.worth()} tokens and paid for ${paid}`];
}
