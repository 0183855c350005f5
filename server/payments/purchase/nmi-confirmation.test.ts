import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import type { NmiKnobs } from "#demo/gateways/nmi/gateway.ts";
import { fileDatabase } from "#testing/database/test-database.ts";
import { startFakeNmi } from "#testing/payments/fakes.ts";
import {
  type PaymentFixture,
  type PaymentFixtureOptions,
  paymentFixtures,
} from "#testing/payments/payment-fixture.ts";
import { cards, newOrderId } from "#testing/payments/requests.ts";
import { until } from "#testing/until.ts";
import type { Sale } from "../gateways/gateway.ts";

const openFixture = paymentFixtures(fileDatabase());
const nmiShop = (nmi: Partial<NmiKnobs> = {}, options: PaymentFixtureOptions = {}) =>
  openFixture({ ...options, nmi });

const card = { card_number: cards.redirect };
const tokens = 100;

type Bought = { fanId: number; id: string; url: string };

/** A fan whose bank wants a confirmation, led to the page for it. */
async function ledToBank(fixture: PaymentFixture, request: object = card): Promise<Bought> {
  const fanId = await fixture.newFan();
  const { body } = await fixture.buy(fanId, request);
  expect(body).toMatchObject({ success: true, status: "pending", requires_redirect: true, fan_balance: 0 });
  return { fanId, id: body.transaction_id, url: String(body.checkout_url) };
}

/** The form that the page sends once the payer has answered their bank. */
function answerOf({ nmi }: PaymentFixture): Record<string, string> {
  const { cavv, xid, eci, cardHolderAuth, threeDsVersion, directoryServerId } = nmi.banks.confirm();
  return {
    ...{ result: "confirmed", cavv, xid, eci, cardholder_auth: cardHolderAuth },
    ...{ three_ds_version: threeDsVersion, directory_server_id: directoryServerId },
  };
}

const send = (url: string, form: Record<string, string>) =>
  fetch(url, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });

const stateOf = async (fixture: PaymentFixture, id: string) =>
  (await fixture.query(`select state from payments.intent where id = '${id}'`))[0]?.state;

const salesMade = ({ nmi }: PaymentFixture) =>
  nmi.books.all().filter(({ condition }) => condition === "pendingsettlement").length;

test("R-PAY-34, R-OPEN-30: a card whose bank wants a confirmation leads to the page for it, and is charged once confirmed", async () => {
  const fixture = await nmiShop({ webhookCopies: 3 });
  const { fanId, id, url } = await ledToBank(fixture);
  const page = await fetch(url);
  const html = await page.text();
  expect(page.headers.get("content-security-policy")).toContain("script-src 'sha256-");
  expect(page.headers.get("cache-control")).toBe("no-store");
  expect(html).toContain("/js/v1/Gateway.js");
  expect(html).not.toContain(cards.redirect);
  const confirmed = await send(url, answerOf(fixture));
  expect([confirmed.status, confirmed.headers.get("location")]).toEqual([
    303,
    `${fixture.origin}/payment-request?id=${id}`,
  ]);
  const status = await fixture.call("GET", `/api/payments/status/${id}`, { fanId });
  expect(status.body).toMatchObject({ status: "completed", fan_balance: tokens });
  await until(
    async () =>
      (await fixture.query(`select from payments.callback_inbox where intent_id = '${id}'`)).length === 2,
    "the webhooks of both tries",
  );
  expect([await fixture.balance(fanId), salesMade(fixture)]).toEqual([tokens, 1]);
  expect((await fetch(url, { redirect: "manual" })).status).toBe(303);
});

/** The card that the payer has typed into NMI's fields: its token is good for one use. */
const byToken = (payment_token: string) => ({
  ...{ card_number: undefined, card_expiry_month: undefined, card_expiry_year: undefined },
  ...{ card_cvc: undefined, payment_token },
});

test("R-OPEN-30, R-PAY-34: a token is used once: its card is confirmed the same way, named on the receipt, and kept no longer", async () => {
  const fixture = await nmiShop();
  const { nmi } = fixture;
  const { id, url } = await ledToBank(fixture, byToken(nmi.vault.keep(cards.redirect)));
  await send(url, answerOf(fixture));
  const direct = await fixture.buy(await fixture.newFan(), byToken(nmi.vault.keep(cards.approved)));
  expect(direct.body).toMatchObject({ status: "completed", fan_balance: tokens });
  const rows = await fixture.query(
    `select state, card_last4 from payments.intent where id in ('${id}', '${direct.body.transaction_id}') order by card_last4`,
  );
  expect(rows).toEqual([
    { state: "succeeded", card_last4: cards.redirect.slice(-4) },
    { state: "succeeded", card_last4: cards.approved.slice(-4) },
  ]);
  expect(salesMade(fixture)).toBe(2);
  for (const reference of [id, direct.body.transaction_id]) {
    const again = { orderId: "o", amount: "1.00", currency: "USD", number: null, token: null, cavv: null };
    const vaultId = reference.replaceAll("-", "");
    await until(async () => nmi.sell({ ...again, vaultId }) === null, "its card to be gone");
  }
});

test("R-OPEN-30: a card whose payment has just been credited is deleted before the process stops", async () => {
  const arrived = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const sent = fetch;
  const slow = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    if (init?.body instanceof URLSearchParams && init.body.get("customer_vault") === "delete_customer") {
      arrived.resolve();
      await go.promise;
    }
    return sent(input, init);
  });
  onTestFinished(() => slow.mockRestore());
  const fixture = await nmiShop();
  const { nmi, payments } = fixture;
  const { body } = await fixture.buy(await fixture.newFan(), byToken(nmi.vault.keep(cards.approved)));
  expect(body).toMatchObject({ status: "completed", fan_balance: tokens });
  await arrived.promise;
  const stopped = payments.stop();
  go.resolve();
  await stopped;
  const vaultId = body.transaction_id.replaceAll("-", "");
  const again = { orderId: "o", amount: "1.00", currency: "USD", number: null, token: null, cavv: null };
  expect(nmi.sell({ ...again, vaultId })).toBeNull();
});

test("R-OPEN-30: a token that was used, and one that nobody knows, buys nothing", async () => {
  const fixture = await nmiShop();
  const token = fixture.nmi.vault.keep(cards.approved);
  const fanId = await fixture.newFan();
  expect((await fixture.buy(fanId, byToken(token))).body.status).toBe("completed");
  for (const used of [token, "tok_of_nobody"])
    expect((await fixture.buy(fanId, byToken(used))).body).toMatchObject({ status: "failed" });
  expect([await fixture.balance(fanId), salesMade(fixture)]).toEqual([tokens, 1]);
});

test("R-OPEN-34, R-OPEN-35: a confirmation that returns twice, and ten times at once, charges once", async () => {
  const fixture = await nmiShop();
  const { fanId, url } = await ledToBank(fixture);
  const returns = Array.from({ length: 10 }, () => send(url, answerOf(fixture)));
  expect((await Promise.all(returns)).map(({ status }) => status)).toEqual(Array(10).fill(303));
  expect((await send(url, { result: "failed" })).status).toBe(303);
  expect((await send(url, { result: "cancelled" })).status).toBe(303);
  expect([await fixture.balance(fanId), salesMade(fixture)]).toEqual([tokens, 1]);
});

test("R-OPEN-34: a confirmed sale whose answer is lost is asked about and credited once; a webhook alone does it too", async () => {
  for (const webhookCopies of [0, 2]) {
    const fixture = await nmiShop({ webhookCopies });
    const { fanId, id, url } = await ledToBank(fixture);
    fixture.nmi.knobs.reply = "cut";
    expect((await send(url, answerOf(fixture))).status).toBe(303);
    if (webhookCopies > 0)
      await until(async () => (await stateOf(fixture, id)) === "succeeded", "the webhook");
    fixture.clock.advance(60_000);
    await fixture.payments.reconcile();
    expect([await stateOf(fixture, id), await fixture.balance(fanId)]).toEqual(["succeeded", tokens]);
    await send(url, answerOf(fixture));
    expect(salesMade(fixture)).toBe(1);
  }
});

test("R-OPEN-34: a return without a sale at the gateway charges nothing, and is over within 5 minutes", async () => {
  const fixture = await nmiShop({ webhookCopies: 0 });
  const { fanId, id, url } = await ledToBank(fixture);
  fixture.nmi.knobs.reply = "fail";
  await send(url, answerOf(fixture));
  expect(await stateOf(fixture, id)).toBe("pending");
  fixture.nmi.knobs.reply = "send";
  for (const _ of Array(5)) {
    fixture.clock.advance(60_000);
    await fixture.payments.reconcile();
  }
  expect([await stateOf(fixture, id), await fixture.balance(fanId), salesMade(fixture)]).toEqual([
    ...["expired", 0, 0],
  ]);
});

test("R-OPEN-35: a payer who leaves the page, whose bank refuses, or who cancels, is charged nothing", async () => {
  const fixture = await nmiShop();
  const ends = { failed: "declined", cancelled: "cancelled", nonsense: "pending" } as const;
  for (const [result, end] of Object.entries(ends)) {
    const { id, url } = await ledToBank(fixture);
    await send(url, { result });
    expect(await stateOf(fixture, id)).toBe(end);
  }
  const { id: unproven, url } = await ledToBank(fixture);
  await send(url, { ...answerOf(fixture), cardholder_auth: "" });
  expect(await stateOf(fixture, unproven)).toBe("declined");
  const { id: left, url: old } = await ledToBank(fixture);
  fixture.clock.advance(31 * 60_000);
  await send(old, answerOf(fixture));
  await fixture.payments.reconcile();
  expect([await stateOf(fixture, left), salesMade(fixture)]).toEqual(["expired", 0]);
});

test("R-PAY-34: where we ask for a confirmation the bank is asked before anything is charged, whatever the card", async () => {
  const fixture = await nmiShop();
  const nmi = await startFakeNmi(() => fixture.origin, fixture.clock, {});
  try {
    const payer = {
      ...{ name: "Jo Example", email: "jo@mail.test", phone: null, address: "10.0.0.1" },
      ...{ address1: "1 Sunset Road", city: "Los Angeles", state: "CA", zip: "90001", country: "US" },
    };
    const sale: Sale = {
      ...{ reference: randomUUID(), orderId: newOrderId(), amountCents: 1_099, currency: "USD" },
      ...{ description: "100 Tokens", payer, language: "en", challenge: true, keepsCard: false },
      returnUrls: { succeeded: "", failed: "", cancelled: "" },
    };
    for (const token of ["tok_4242", "no token"]) {
      const outcome = await nmi.gateway.start(sale, { kind: "token", token });
      expect(outcome.kind).toBe(token === "tok_4242" ? "pending" : "declined");
    }
    expect(nmi.simulator.books.all()).toEqual([]);
  } finally {
    await nmi.app.close();
  }
});

test("R-OPEN-35: a proof that no bank has given, or that has served already, is declined", async () => {
  const fixture = await nmiShop();
  const proof = answerOf(fixture);
  const first = await ledToBank(fixture);
  await send(first.url, proof);
  for (const forged of [proof, { ...proof, cavv: "Zm9yZ2Vk" }]) {
    const { id, url } = await ledToBank(fixture);
    await send(url, forged);
    expect(await stateOf(fixture, id)).toBe("declined");
  }
  expect(salesMade(fixture)).toBe(1);
});

test("R-ROLE-07: the page of a sale opens by its own secret alone", async () => {
  const fixture = await nmiShop();
  const [mine, other] = [await ledToBank(fixture), await ledToBank(fixture)];
  const wrong = [
    mine.url.replace(mine.id, other.id),
    mine.url.slice(0, -1),
    mine.url.replace(/\?.*/, ""),
    mine.url.replace("/nmi/", "/sandbox/"),
    mine.url.replace("/nmi/", "/constructor/"),
    mine.url.replace(mine.id, "x"),
  ];
  for (const url of wrong) {
    expect((await fetch(url, { redirect: "manual" })).status, url).toBe(404);
    expect((await send(url, answerOf(fixture))).status, url).toBe(404);
  }
  expect([await stateOf(fixture, mine.id), await stateOf(fixture, other.id)]).toEqual(["pending", "pending"]);
});

test("R-OPEN-31: while the bank is asked nothing of the card is kept but what a receipt shows", async () => {
  const fixture = await nmiShop();
  await ledToBank(fixture, { ...card, card_cvc: "737" });
  expect(fixture.logged()).not.toContain(cards.redirect);
  const rows = JSON.stringify(
    await fixture.query("select intent::text as row from payments.intent as intent"),
  );
  expect(rows).not.toMatch(new RegExp(`${cards.redirect}|\\b737\\b`));
});

test("R-OPEN-30: the database lets a payment be confirmed once, and only while it waits", async () => {
  const fixture = await nmiShop();
  const { id, url } = await ledToBank(fixture);
  await send(url, answerOf(fixture));
  const confirm = (when: string) =>
    fixture.query(`update payments.intent set confirmed_at = ${when} where id = '${id}'`);
  for (const when of ["now()", "null"]) await expect(confirm(when)).rejects.toThrow(/confirmed once/);
  const { body } = await fixture.buy(await fixture.newFan());
  await expect(
    fixture.query(`update payments.intent set confirmed_at = now() where id = '${body.transaction_id}'`),
  ).rejects.toThrow(/only a pending payment/);
});
