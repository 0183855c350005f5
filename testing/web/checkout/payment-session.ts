import { manualClock } from "#testing/manual-clock.ts";
import { until } from "#testing/until.ts";
import { type CardForm, emptyCardForm } from "#web/features/checkout/card/card-rules.ts";
import type { ProcessAnswer, StatusAnswer } from "#web/features/checkout/payment/payment-answer.ts";
import type { PaymentOrder } from "#web/features/checkout/payment/payment-order.ts";
import { createPaymentSession, type PaymentNeeds } from "#web/features/checkout/payment/payment-session.ts";
import type { Purchase } from "#web/features/checkout/payment/payment-state.ts";

const form: CardForm = {
  ...emptyCardForm("julia@mail.test"),
  card_number: "4242 4242 4242 4242",
  expiry: "12/29",
  cvv: "123",
  card_holder_name: "Julia Rivera",
  address1: "48 Harbor Street",
  city: "Oakland",
  state: "CA",
  zip: "94607",
  terms: true,
};
export const order: PaymentOrder = {
  offer: { id: 3, tokens: 500, price: 46.99, charged: 46.99, local: null, promo: false },
  form,
};
export const otherOrder: PaymentOrder = { ...order, form: { ...form, city: "Berkeley" } };

export const paid: ProcessAnswer = {
  status: 200,
  body: { success: true, status: "completed", fan_balance: 600, transaction_id: "t1" },
};
export const waiting: ProcessAnswer = {
  status: 200,
  body: { success: true, status: "pending", fan_balance: 100, transaction_id: "t1" },
};
export const declined: ProcessAnswer = {
  status: 200,
  body: {
    success: false,
    status: "failed",
    fan_balance: 100,
    transaction_id: "t1",
    message: "Card declined",
  },
};
export const lost: ProcessAnswer = { status: 0, body: { code: "network", message: "timed out" } };
export const status = (state: "pending" | "completed" | "failed"): StatusAnswer => ({
  status: 200,
  body: { success: state !== "failed", status: state, fan_balance: 600, transaction_id: "t1", message: "" },
});
export const unknownPayment: StatusAnswer = {
  status: 404,
  body: { code: "not_found", message: "not found" },
};
export const refused = (code: number, body?: object) => ({ status: code, body }) as unknown as ProcessAnswer;

/** A checkout whose answers the test decides, with everything it did written down. */
export function checkout(answers: ProcessAnswer[], statuses: StatusAnswer[] = []) {
  const clock = manualClock("2026-11-21T12:00:00Z");
  const seen = {
    posts: [] as { body: Parameters<PaymentNeeds["process"]>[0]; key: string }[],
    asked: [] as string[],
    notified: [] as string[],
    dismissed: [] as string[],
    purchases: [] as Purchase[],
    waits: [] as number[],
    gone: [] as string[],
    closed: 0,
  };
  const page = { token: true };
  let keys = 0;
  const session = createPaymentSession({
    clock,
    process: async (body, key) => {
      seen.posts.push({ body, key });
      return answers.shift() ?? lost;
    },
    savedCard: async () => answers.shift() ?? lost,
    page: async () => ({ status: 0, body: { code: "network", message: "timed out" } }),
    status: async (id) => {
      seen.asked.push(id);
      return (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? unknownPayment;
    },
    hasToken: () => page.token,
    newKey: () => `key-${++keys}`,
    notify(problem) {
      seen.notified.push(problem.kind);
      return () => seen.dismissed.push(problem.kind);
    },
    wait: (seconds) => seen.waits.push(seconds),
    succeeded: (purchase) => seen.purchases.push(purchase),
    go: (url) => seen.gone.push(url),
    close: () => {
      seen.closed += 1;
    },
  });
  return { clock, session, seen, page };
}

/** Lets a poll ask and its answer arrive. */
export async function nextQuestion(c: ReturnType<typeof checkout>) {
  const before = c.seen.asked.length;
  c.clock.advance(2_000);
  await until(() => c.seen.asked.length > before, "a question for the state");
  await Promise.resolve();
  await Promise.resolve();
}
