import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AdminPayment, OpenChargeback } from "#contract/admin-payments.ts";
import type { TokenPackage } from "#contract/payments.ts";
import { systemClock } from "#server/kit/clock.ts";
import { type Person, testApp } from "#testing/app/test-app.ts";
import { startFakeNmi } from "#testing/payments/fakes.ts";
import { cards, validRequest } from "#testing/payments/requests.ts";
import { until } from "#testing/until.ts";

let nmi: Awaited<ReturnType<typeof startFakeNmi>>;
beforeAll(async () => {
  nmi = await startFakeNmi(() => app.origin, systemClock, { webhookCopies: 2 });
});
const app = testApp(undefined, () => ({ gateways: { nmi: nmi.gateway } }));
afterAll(() => nmi.app.close());

let staff: Person;
let plan: TokenPackage;
beforeAll(async () => {
  staff = await app.staff();
  await app.modules.payments.seed();
  const { body } = await app.call("GET", "/api/token-packages");
  plan = (body.data as { packages: [TokenPackage] }).packages[0];
});

async function bought(fan: Person, card_number: string): Promise<string> {
  const body = { ...validRequest(plan), card_number };
  const headers = { "x-forwarded-for": `198.18.1.${fan.id % 250}` };
  const paid = await app.call("POST", "/api/payments/process", { as: fan, body, headers });
  const { checkout_url: page } = paid.body;
  if (page) await confirm(String(page));
  else expect(paid.body).toMatchObject({ success: true, status: "completed" });
  return String(paid.body.transaction_id);
}

/** The payer answers their bank, as the page for it would send it. */
async function confirm(page: string): Promise<void> {
  const { cavv, eci, cardHolderAuth: cardholder_auth } = nmi.simulator.banks.confirm();
  const body = new URLSearchParams({ result: "confirmed", cavv, eci, cardholder_auth });
  expect((await fetch(page, { method: "POST", body, redirect: "manual" })).status).toBe(303);
}

const listed = async () =>
  (await app.call("GET", "/api/admin/chargebacks", { as: staff })).body.data as OpenChargeback[];
const waiting = async () =>
  ((await app.call("GET", "/api/admin/state", { as: staff })).body.payments as { chargebacks: number })
    .chargebacks;
/** Notices of today that fit nothing, as the books of the day have them. */
const oddNotices = async () => {
  const day = new Date().toISOString().slice(0, 10);
  const { body } = await app.call("GET", `/api/admin/books?day=${day}`, { as: staff });
  return (body.differences as { kind: string }[]).filter(({ kind }) => kind === "no_payment").length;
};
const balance = (fan: Person) => app.modules.wallet.balance(app.db, { kind: "fan", id: fan.id });
const resolve = (id: number, payment_id: string | null, key: string = randomUUID()) =>
  app.call("POST", `/api/admin/chargebacks/${id}/resolve`, {
    ...{ as: staff, key, body: { payment_id, reason: "the case in NMI's panel names it" } },
  });

/** Two fans who paid the same with cards of the same end, and as many of the payments charged back as are asked for. */
async function ambiguous(card: string, count = 1) {
  const fans = [await app.fan(), await app.fan()] as const;
  const payments = [await bought(fans[0], card), await bought(fans[1], card)] as const;
  nmi.simulator.chargeBack(payments.slice(0, count));
  const mine = async () => (await listed()).filter((one) => one.card === card.slice(-4));
  await until(async () => (await mine()).length === count, "the chargebacks");
  return { fans, payments, open: await mine(), mine };
}

test("R-OPEN-42: a chargeback that fits two fans is shown to staff, who decide once whose payment it was", async () => {
  const { fans, payments, open, mine } = await ambiguous(cards.approvedToo);
  const [chargeback] = open as [OpenChargeback];
  expect(chargeback).toMatchObject({ gateway: "nmi", card: "1111", amount: plan.price });
  expect(chargeback.payments.map(({ id }: AdminPayment) => id)).toEqual(payments.toReversed());
  expect([await waiting(), await oddNotices()]).toEqual([1, 1]);
  expect(await Promise.all(fans.map(balance))).toEqual([plan.tokens, plan.tokens]);

  const key = randomUUID();
  const pressed = await Promise.all([
    resolve(chargeback.id, payments[0], key),
    resolve(chargeback.id, payments[0], key),
  ]);
  expect(pressed.map(({ status }) => status)).toEqual([200, 200]);
  expect((await resolve(chargeback.id, payments[1], key)).status).toBe(409);
  expect((await resolve(chargeback.id, payments[1])).body).toMatchObject({ code: "chargeback_resolved" });
  expect(await Promise.all(fans.map(balance))).toEqual([0, plan.tokens]);
  expect([await mine(), await waiting(), await oddNotices()]).toEqual([[], 0, 0]);

  const { body } = await app.call("GET", `/api/admin/payments/${payments[0]}`, { as: staff });
  const taken = (body.events as { to: string; source: string }[]).filter(({ to }) => to === "charged_back");
  expect(taken).toMatchObject([{ source: "staff" }]);
  const log = await app.call("GET", `/api/admin/log?target=payment:${payments[0]}`, { as: staff });
  expect(log.body.data).toMatchObject([{ action: "resolve_chargeback", staff: staff.login }]);
});

test("R-OPEN-42: of staff who decide differently at the same moment one succeeds, and one payment goes back", async () => {
  const { fans, payments, open } = await ambiguous(cards.redirect);
  const [{ id }] = open as [OpenChargeback];
  const answers = await Promise.all([resolve(id, payments[0]), resolve(id, payments[1]), resolve(id, null)]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
  const accepted = answers.findIndex(({ status }) => status === 200);
  expect(await Promise.all(fans.map(balance))).toEqual(
    fans.map((_, index) => (index === accepted ? 0 : plan.tokens)),
  );
});

test("R-OPEN-42: two chargebacks cannot take one payment back twice, nor one of another card; none of ours changes none", async () => {
  const { fans, payments, open, mine } = await ambiguous(cards.approved, 2);
  const [first, second] = open as [OpenChargeback, OpenChargeback];
  const other = await bought(await app.fan(), cards.redirect);
  const both = await Promise.all([resolve(first.id, payments[0]), resolve(second.id, payments[0])]);
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  const [left] = (await mine()) as [OpenChargeback];
  for (const wrong of [other, payments[0], randomUUID()])
    expect((await resolve(left.id, wrong)).body, wrong).toMatchObject({ code: "chargeback_not_fitting" });
  expect((await resolve(left.id, null)).status).toBe(200);
  expect(await Promise.all(fans.map(balance))).toEqual([0, plan.tokens]);
  expect(await mine()).toEqual([]);
  expect((await resolve(987_654_321, null)).status).toBe(404);
});
