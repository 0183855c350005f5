import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { signCallback } from "#demo/gateways/sandbox/callbacks.ts";
import { readRows } from "#server/kit/database/database.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { type SandboxReport, sendReport } from "#testing/payments/callbacks.ts";
import { sandboxSecret } from "#testing/payments/fakes.ts";
import { type PaymentFixture, paymentFixtures } from "#testing/payments/payment-fixture.ts";
import { cards, newOrderId } from "#testing/payments/requests.ts";
import { until } from "#testing/until.ts";

const database = fileDatabase();
const openFixture = paymentFixtures(database);
const silent = { callbackCopies: 0 };

type Report = Omit<SandboxReport, "reference"> & { reference?: string };

const report = (fixture: PaymentFixture, reference: string, outcome: Report, secret?: string) =>
  sendReport(fixture.origin, { reference, ...outcome }, secret);

/** A payment that waits for the fan at the bank's page, whose processor sends no automatic callbacks. */
async function waiting(fixture: PaymentFixture) {
  const fan = await fixture.newFan();
  const orderid = newOrderId();
  fixture.sandbox.knobs.set(orderid, silent);
  const { body } = await fixture.buy(fan, { card_number: cards.redirect, orderid });
  expect(body.status).toBe("pending");
  return { fan, id: body.transaction_id };
}

const stateOf = async (id: string) => {
  const query = sql<{ state: string }>`select state from payments.intent where id = ${id}`;
  return (await readRows(database.db, query))[0]?.state;
};

const inboxOf = async (id: string) => {
  const query = sql<{ verdict: string }>`
    select verdict from payments.callback_inbox where intent_id = ${id} order by id`;
  return (await readRows(database.db, query)).map((row) => row.verdict);
};

/** The processor's callback about a sale has come. */
const reported = ({ reference }: { reference: string }) =>
  until(async () => (await inboxOf(reference)).length > 0, "the callback");

test("R-OPEN-35: a callback that is replayed, also 15 times at once, credits once and is acknowledged each time", async () => {
  const fixture = await openFixture();
  const { fan, id } = await waiting(fixture);
  const eventId = randomUUID();
  const first = await report(fixture, id, { status: "approved", eventId });
  const copies = await Promise.all(
    Array.from({ length: 15 }, () => report(fixture, id, { status: "approved", eventId })),
  );
  expect([first, ...copies].map((answer) => answer.status)).toEqual(Array(16).fill(200));
  expect(await fixture.balance(fan)).toBe(100);
  expect(await inboxOf(id)).toEqual(["applied"]);
});

test("R-OPEN-35: two different approvals of one sale credit once", async () => {
  const fixture = await openFixture();
  const { fan, id } = await waiting(fixture);
  await Promise.all([1, 2, 3].map(() => report(fixture, id, { status: "approved" })));
  expect(await fixture.balance(fan)).toBe(100);
  expect((await inboxOf(id)).sort()).toEqual(["applied", "unchanged", "unchanged"]);
});

test("R-OPEN-35: a bad signature, none, or a body changed after signing is 401 and changes nothing", async () => {
  const fixture = await openFixture();
  const { fan, id } = await waiting(fixture);
  const forged = await report(fixture, id, { status: "approved" }, "a guessed secret");
  const unsigned = await fetch(`${fixture.origin}/service/payments/callback/sandbox`, {
    method: "POST",
    body: "{}",
  });
  const signature = signCallback(sandboxSecret, randomUUID(), "{}");
  const altered = await fetch(`${fixture.origin}/service/payments/callback/sandbox`, {
    method: "POST",
    headers: { "sandbox-signature": signature },
    body: '{"status":"approved"}',
  });
  expect([forged.status, unsigned.status, altered.status]).toEqual([401, 401, 401]);
  expect(await stateOf(id)).toBe("pending");
  expect(await fixture.balance(fan)).toBe(0);
  expect(await inboxOf(id)).toEqual([]);
});

test.each([{ amount: "1.00" }, { amount: "1099.00" }, { currency: "COP" }])(
  "R-OPEN-35: an approval of another sum (%j) is kept, logged for the operator and never credited",
  async (sum) => {
    const fixture = await openFixture();
    const { fan, id } = await waiting(fixture);
    expect((await report(fixture, id, { status: "approved", ...sum })).status).toBe(200);
    expect(await inboxOf(id)).toEqual(["mismatch"]);
    expect(await fixture.balance(fan)).toBe(0);
    expect(fixture.logged()).toContain("names another sum");
    await report(fixture, id, { status: "approved" });
    expect(await fixture.balance(fan)).toBe(100);
  },
);

test("R-OPEN-35: what comes out of order changes nothing that is settled, and late money still counts", async () => {
  const fixture = await openFixture();
  const { fan, id } = await waiting(fixture);
  await report(fixture, id, { status: "cancelled" });
  expect(await stateOf(id)).toBe("cancelled");
  await report(fixture, id, { status: "approved" });
  for (const status of ["requires_action", "declined", "expired", "cancelled"])
    await report(fixture, id, { status });
  expect(await stateOf(id)).toBe("succeeded");
  expect(await fixture.balance(fan)).toBe(100);
  expect(await inboxOf(id)).toEqual([
    ...["applied", "applied"],
    ...["unchanged", "superseded", "superseded", "unchanged"],
  ]);
});

test("R-OPEN-35: money that was taken after a decline counts, once, and no late decline takes it back", async () => {
  const fixture = await openFixture();
  const { fan, id } = await waiting(fixture);
  await report(fixture, id, { status: "declined" });
  expect(await stateOf(id)).toBe("declined");
  for (const status of ["approved", "declined", "approved"]) await report(fixture, id, { status });
  expect(await stateOf(id)).toBe("succeeded");
  expect(await fixture.balance(fan)).toBe(100);
});

test("R-OPEN-35: a decline whose approval is never reported is found by asking", async () => {
  const fixture = await openFixture();
  const { fan, id } = await waiting(fixture);
  const sale = fixture.sandbox.store.byReference(id);
  if (!sale) throw new Error("the processor does not know the sale");
  await report(fixture, id, { status: "declined" });
  fixture.sandbox.decide(sale, "approve", true);
  fixture.clock.advance(20 * 60_000);
  await fixture.payments.reconcile();
  expect(await fixture.balance(fan)).toBe(100);
});

test("R-OPEN-34: the bank's page is offered although the callback about it was faster than the reply", async () => {
  const fixture = await openFixture({ answerAfter: reported });
  const fan = await fixture.newFan();
  const { body } = await fixture.buy(fan, { card_number: cards.redirect });
  expect(await inboxOf(body.transaction_id)).toEqual(["applied"]);
  expect(body).toMatchObject({ status: "pending", requires_redirect: true });
  expect(body.checkout_url).toContain("/checkout/");
});

test("R-OPEN-35: a signed callback about no payment of ours, and one that makes no sense, are answered and without effect", async () => {
  const fixture = await openFixture();
  expect((await report(fixture, "", { status: "approved", reference: randomUUID() })).status).toBe(200);
  expect((await report(fixture, "", { status: "approved", reference: "TKN_1" })).status).toBe(200);
  expect(fixture.logged()).toContain(
    '"gateway":"sandbox","reference":"TKN_1","msg":"a callback names a payment that does not exist"',
  );
  expect((await report(fixture, "", { status: "sold out", reference: randomUUID() })).status).toBe(200);
  expect(fixture.logged()).toContain("a gateway's message was not understood");
  const elsewhere = await fetch(`${fixture.origin}/service/payments/callback/nowhere`, { method: "POST" });
  expect(elsewhere.status).toBe(404);
});

test("R-OPEN-35: the processor's own copies, in the wrong order, lead to one credit", async () => {
  const fixture = await openFixture();
  const fan = await fixture.newFan();
  const orderid = newOrderId();
  fixture.sandbox.knobs.set(orderid, { callbackCopies: 4, reorder: true });
  const { body } = await fixture.buy(fan, { card_number: cards.redirect, orderid });
  const sale = fixture.sandbox.store.byReference(body.transaction_id);
  if (!sale) throw new Error("the processor does not know the sale");
  fixture.sandbox.decide(sale, "approve");
  await until(async () => (await inboxOf(body.transaction_id)).length === 2, "both callbacks");
  expect(await fixture.balance(fan)).toBe(100);
});

test("R-OPEN-35: a callback that is faster than the reply to the sale settles it, and the reply changes nothing", async () => {
  const fixture = await openFixture({ answerAfter: reported });
  const fan = await fixture.newFan();
  const { body } = await fixture.buy(fan);
  expect(body).toMatchObject({ status: "completed", fan_balance: 100 });
  expect(await inboxOf(body.transaction_id)).toEqual(["applied"]);
  expect(await fixture.balance(fan)).toBe(100);
});

test("R-OPEN-35: callbacks with the processor's bad signature are refused and reconciliation credits instead", async () => {
  const fixture = await openFixture();
  const fan = await fixture.newFan();
  const orderid = newOrderId();
  fixture.sandbox.knobs.set(orderid, { badSignature: true });
  const { body } = await fixture.buy(fan, { card_number: cards.redirect, orderid });
  const sale = fixture.sandbox.store.byReference(body.transaction_id);
  if (!sale) throw new Error("the processor does not know the sale");
  fixture.sandbox.decide(sale, "approve");
  await until(() => fixture.logged().includes("bad_signature"), "the refused callback");
  expect(await fixture.balance(fan)).toBe(0);
  fixture.clock.advance(60_000);
  await fixture.payments.reconcile();
  expect(await fixture.balance(fan)).toBe(100);
});
