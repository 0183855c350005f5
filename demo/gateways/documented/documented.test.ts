import { randomUUID } from "node:crypto";
import { XMLParser } from "fast-xml-parser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "#server/kit/clock.ts";
import { readNotice } from "#server/payments/gateways/commercegate/read-notice.ts";
import { authorizationOf } from "#server/payments/gateways/directa24/directa24-api.ts";
import { departures, documented } from "#testing/payments/documented.ts";
import {
  type FakeDirecta24,
  type FakeNmi,
  startFakeDirecta24,
  startFakeNmi,
} from "#testing/payments/fakes.ts";
import { direct, merchant, startFakeProvider } from "#testing/subscriptions/fake-provider.ts";
import { transactionBody } from "../nmi/webhook-bodies.ts";

let nmi: FakeNmi;
let directa24: FakeDirecta24;
const nowhere = () => "http://127.0.0.1:1";
beforeAll(async () => {
  nmi = await startFakeNmi(nowhere, systemClock, { webhookCopies: 0 });
  directa24 = await startFakeDirecta24(nowhere, systemClock, { notificationCopies: 0 });
});
afterAll(async () => {
  await nmi.app.close();
  await directa24.app.close();
});

const nmiCall = async (path: string, form: Record<string, string>) => {
  const body = new URLSearchParams({ security_key: nmi.settings.securityKey, ...form });
  return (await fetch(`${nmi.settings.url}${path}`, { method: "POST", body })).text();
};
const sale = (orderid: string, ccnumber = "4242424242424242") => ({
  ...{ type: "sale", amount: "10.99", currency: "USD", orderid },
  ...{ ccnumber, ccexp: "1029", cvv: "123" },
});

test.each(["4242424242424242", "4000000000000002"])(
  "NMI answers a sale by %s as documented",
  async (card) => {
    const answer = Object.fromEntries(
      new URLSearchParams(await nmiCall("/api/transact.php", sale(randomUUID(), card))),
    );
    // The webhooks and the reports name what the bank answered; that the answer to a sale does is assumed.
    const assumed = ["processor_response_code"];
    expect(departures(documented("nmi-reply").example, answer, { assumed })).toEqual([]);
  },
);

test("NMI reports a transaction as documented", async () => {
  const orderid = randomUUID();
  await nmiCall("/api/transact.php", sale(orderid));
  const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === "action" });
  const { nm_response } = parser.parse(await nmiCall("/api/query.php", { order_id: orderid }));
  expect(departures(documented("nmi-query").example, nm_response.transaction)).toEqual([]);
});

test("NMI's webhook about a sale is as documented, whatever became of it", async () => {
  const [good, bad] = [randomUUID(), randomUUID()];
  await nmiCall("/api/transact.php", sale(good));
  await nmiCall("/api/transact.php", sale(bad, "4000000000000002"));
  for (const id of [good, bad]) {
    const transaction = nmi.simulator.books.all().find(({ order_id }) => order_id === id);
    if (!transaction) throw new Error("no such transaction");
    const event = {
      event_id: randomUUID(),
      event_type: "transaction.sale.success",
      event_body: transactionBody(transaction),
    };
    expect(departures(documented("nmi-webhook").example, event)).toEqual([]);
  }
});

const directaCall = async (path: string, body?: object) => {
  const { url, login, signatureKey, readOnlyKey } = directa24.settings;
  const date = new Date().toISOString().replace(/\.\d{3}Z$/, "Z");
  const text = body ? JSON.stringify(body) : "";
  const authorization = path.startsWith("/v3/payment_methods")
    ? `Bearer ${readOnlyKey}`
    : authorizationOf({ signatureKey, login, date, body: text });
  const headers = {
    ...{ "x-date": date, "x-login": login, authorization, "x-idempotency-key": randomUUID() },
    ...(body && { "content-type": "application/json" }),
  };
  const answer = await fetch(`${url}${path}`, { headers, ...(body && { method: "POST", body: text }) });
  return answer.json();
};
const newDeposit = () =>
  directaCall("/v3/deposits", {
    ...{ invoice_id: randomUUID(), amount: 44_000, currency: "COP", country: "CO", payment_method: "PC" },
    ...{ payer: { id: "7", email: "jo@mail.test" } },
    ...{ back_url: nowhere(), success_url: nowhere(), error_url: nowhere(), notification_url: nowhere() },
  }) as Promise<{ deposit_id: number; redirect_url: string }>;

const ofOthers = ["bonus_amount", "bonus_relative", "card_detail"];
const ofPayer = ["document", "document_type", "email", "first_name", "last_name", "address"];

test("Directa24's deposit is as documented: created without a sum, waiting once it is shown, then paid", async () => {
  const created = await newDeposit();
  expect(departures(documented("directa24-created").example, created, { leftOut: ["payment_info"] })).toEqual(
    [],
  );
  const allowed = {
    leftOut: [...ofOthers, ...ofPayer.map((name) => `payer.${name}`)],
    nullable: ["local_amount", "usd_amount"],
  };
  const id = String(created.deposit_id);
  const read = () => directaCall(`/v3/deposits/${id}`) as Promise<Record<string, unknown>>;
  const steps = [
    ["CREATED", null, async () => undefined],
    ["PENDING", 44_000, () => fetch(created.redirect_url)],
    ["COMPLETED", 44_000, async () => directa24.provider.settle(id, "COMPLETED")],
  ] as const;
  for (const [status, local_amount, act] of steps) {
    await act();
    const found = await read();
    expect(found).toMatchObject({ status, local_amount });
    expect(departures(documented("directa24-deposit").example, found, allowed)).toEqual([]);
  }
});

test("Directa24's methods and refunds are as documented", async () => {
  const methods = await directaCall("/v3/payment_methods?country=CO");
  expect(departures(documented("directa24-methods").example, methods)).toEqual([]);
  const { deposit_id } = await newDeposit();
  directa24.provider.settle(String(deposit_id), "COMPLETED");
  const { refund_id } = directa24.provider.refund(String(deposit_id));
  const refund = () => directaCall(`/v3/refunds/${refund_id}`);
  expect(departures(documented("directa24-refund-waits").example, await refund())).toEqual([]);
  directa24.provider.settleRefund(refund_id, "COMPLETED");
  expect(departures(documented("directa24-refund").example, await refund())).toEqual([]);
});

test("CommerceGate's String notice is read by the places of its fields", () => {
  const fields = documented("commercegate-string").example as readonly string[];
  const values: Record<string, string> = {
    ...{ transactiontype: "SALE", transactionid: "t1", offerid: "pack999", amount: "10.9", currency: "USD" },
    ...{ op1: "the reference", op2: "its seal" },
  };
  const message = fields.map((name) => values[name] ?? `some ${name}`).join("#");
  const body = Buffer.from(new URLSearchParams({ message }).toString());
  const paid = {
    transactionId: "t1",
    renewal: false,
    offerId: "pack999",
    amountCents: 1_090,
    currency: "USD",
  };
  expect(readNotice(body, () => "its seal")).toEqual({
    ...{ ok: true, kind: "event", dedupeKey: "SALE:t1", reference: "the reference" },
    event: { kind: "paid", ...paid },
  });
});

test("CommerceGate's Direct gateway answers a refund as documented, and one of an unknown payment", async () => {
  const { app, provider, url } = await startFakeProvider(nowhere, () => new Date());
  const [username, packid] = ["m1", "pack999"];
  const token = provider.issueToken({ username, packid, email: "jo@mail.test", op1: "", op2: "" });
  const sold = provider.decide(token ?? "", true)?.payments[0]?.id ?? "";
  const refund = async (transID: string) => {
    const body = new URLSearchParams({
      ...{ apiUsername: direct.username, apiPassword: direct.password, siteID: merchant.websiteId },
      ...{ offerID: packid, action: "REFUND", transID, amount: "9.99", currencyCode: "USD" },
    });
    const answer = await fetch(`${url()}/nvp`, { method: "POST", body });
    return Object.fromEntries(new URLSearchParams(await answer.text()));
  };
  const done = await refund(sold);
  expect(departures(documented("commercegate-refund").example, done)).toEqual([]);
  expect(done.returnCode).toBe("0");
  const refused = await refund("123");
  const { example } = documented("commercegate-refused");
  expect(departures(example, refused)).toEqual([]);
  expect(refused).toEqual({ ...(example as object), action: "REFUND" });
  await app.close();
});
