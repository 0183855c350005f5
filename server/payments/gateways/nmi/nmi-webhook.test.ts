import { expect, test } from "vitest";
import { signWebhook } from "#demo/gateways/nmi/gateway.ts";
import { documented } from "#testing/payments/documented.ts";
import type { CallbackResult } from "../gateway.ts";
import { parseWebhook } from "./nmi-webhook.ts";

const key = "sim-nmi-signing-key";

/** Reads a webhook that NMI has signed. */
function read(event: unknown): CallbackResult {
  const body = typeof event === "string" ? event : JSON.stringify(event);
  const headers = { "webhook-signature": signWebhook(key, "a1b2c3", body) };
  return parseWebhook(key, { rawBody: Buffer.from(body), headers, address: "127.0.0.1", path: "/" }, true);
}

const sale = (changes: object = {}, action: object | null = {}) => ({
  event_id: "e1",
  event_type: "transaction.sale.success",
  event_body: {
    ...{ transaction_id: "2762757839", order_id: "o1", currency: "USD" },
    card: { cc_number: "411111******1111", cc_bin: "411111", cc_type: "Visa" },
    action: action && { amount: "10.90", action_type: "sale", success: "1", response_code: "100", ...action },
    ...changes,
  },
});
const approved = {
  ...{ kind: "approved", gatewayReference: "2762757839", amountCents: 1_090, currency: "USD" },
  card: { brand: "Visa", bin: "411111", last4: "1111" },
};

test.each([
  ["as documented", sale(), approved],
  ["a number of the transaction", sale({ transaction_id: 2762757839 }), approved],
  ["a sum as a number", sale({}, { amount: 10.9, success: 1, response_code: 100 }), approved],
  ["one decimal", sale({}, { amount: "10.9" }), approved],
  ["no card", sale({ card: null }), { ...approved, card: null }],
  ["nulls in the card", sale({ card: { cc_number: null, cc_bin: null } }), { ...approved, card: null }],
  [
    "a number of the card's first digits",
    sale({ card: { cc_number: "411111******1111", cc_bin: 411111, cc_type: "Visa" } }),
    approved,
  ],
  ["no currency", sale({ currency: null }), approved],
  ["a currency in small letters", sale({ currency: "usd" }), approved],
  ["another currency", sale({ currency: "COP" }), { ...approved, currency: "COP" }],
  ["no action", sale({}, null), { kind: "unknown" }],
  ["no sum", sale({}, { amount: null }), { kind: "unknown" }],
  ["a sum that is none", sale({}, { amount: "much" }), { kind: "unknown" }],
])("R-OPEN-35: a webhook about a sale with %s is read", (_, event, outcome) => {
  expect(read(event)).toMatchObject({ ok: true, kind: "report", dedupeKey: "e1", reference: "o1", outcome });
});

test("R-OPEN-35: the documents' own example is read, and one that names no order of ours is a report about none", () => {
  const { example } = documented("nmi-webhook");
  expect(read(example)).toMatchObject({
    ...{ reference: "12345678", dedupeKey: "9b312dfd-3174-4748-9447-d63c8744305a" },
    outcome: { kind: "approved", amountCents: 5_404, currency: "USD", card: { last4: "1111" } },
  });
  expect(read(sale({ order_id: null }))).toMatchObject({ kind: "report", reference: "" });
});

test.each([
  ["settlement.batch.complete", { transaction_ids: [1] }, true],
  ["recurring.subscription.add", { subscription_id: 1 }, true],
  ["acu.summary.closedaccount", {}, true],
  ["settlement.batch.failure", { batch_id: 7 }, false],
  ["transaction.sale.success", { amount: "10.90" }, false],
  ["chargeback.batch.complete", {}, false],
  ["something.quite.new", null, false],
])("R-OPEN-35: %s is noted; whether a person has to look: %o", (event_type, event_body, isKnown) => {
  const note = read({ event_id: "e1", event_type, event_body });
  expect(note).toMatchObject({ ok: true, kind: "noted", isKnown, about: { event: event_type } });
});

test.each(["", "[]", "null", "{", '"text"', "{}"])(
  "R-OPEN-35: signed, %j is noted, never refused",
  (body) => {
    expect(read(body)).toMatchObject({ ok: true, kind: "noted", isKnown: false });
  },
);

test("R-OPEN-42: what cannot be read of a batch of chargebacks costs the others nothing, and is noted", () => {
  const entry = { id: 3211, date: 20260504, cc_number: "411111******1111", amount: 24.99 };
  const event = (...chargebacks: object[]) => ({
    ...{ event_id: "e1", event_type: "chargeback.batch.complete", event_body: { chargebacks } },
  });
  const known = { dedupeKey: "chargeback:3211:20260504", last4: "1111", amountCents: 2_499, currency: "USD" };
  expect(read(event(entry))).toMatchObject({ kind: "chargebacks", chargebacks: [known], rest: null });
  expect(read(event({ ...entry, amount: "much" }, entry, { ...entry, cc_number: null }))).toMatchObject({
    ...{ kind: "chargebacks", chargebacks: [known] },
    rest: { kind: "noted", isKnown: false, about: { unread: "2" } },
  });
});

test("R-OPEN-35: what somebody else has signed is refused, whatever it is", () => {
  const rawBody = Buffer.from(JSON.stringify(sale()));
  const headers = { "webhook-signature": signWebhook("another key", "n", rawBody.toString()) };
  const refused = { ok: false, refusal: "bad_signature" };
  expect(parseWebhook(key, { rawBody, headers, address: "", path: "/" }, true)).toEqual(refused);
});
