import { expect, test } from "vitest";
import { isSignedWebhook, readChargebacks, readReply, readTransactions } from "./nmi-wire.ts";

const body = Buffer.from(
  '{"event_id":"11111111-2222-3333-4444-555555555555","event_type":"transaction.sale.success","event_body":{"transaction_id":"2762757839","order_id":"TKN_1700000000000"}}',
);
const signature = "t=a1b2c3d4e5f60718,s=2b0d68808c43c74e093494225e126e80ebbdaf73d4c65941bdf252073bb739ad";

test("R-OPEN-35: a webhook is signed as the gateway documents it, over its very bytes", () => {
  const key = "sim-nmi-signing-key";
  expect(isSignedWebhook(key, body, signature)).toBe(true);
  expect(isSignedWebhook("another key", body, signature)).toBe(false);
  expect(isSignedWebhook(key, Buffer.concat([body, Buffer.from(" ")]), signature)).toBe(false);
  for (const header of [undefined, "", "t=,s=", signature.toUpperCase(), [signature], `${signature}0`])
    expect(isSignedWebhook(key, body, header), String(header)).toBe(false);
});

test("R-OPEN-30: answers of the Payment API are read, anything else is none", () => {
  expect(
    readReply(
      "response=1&responsetext=SUCCESS&authcode=123456&transactionid=2762757839&avsresponse=N&cvvresponse=N&orderid=o1&type=&response_code=100",
    ),
  ).toEqual({
    ...{ response: "1", responseCode: "100", transactionId: "2762757839", orderId: "o1" },
    processorCode: "",
  });
  expect(readReply("response=2&responsetext=DECLINE&transactionid=1&response_code=200")).toMatchObject({
    response: "2",
    responseCode: "200",
  });
  for (const text of ["", "<html>", "response=4&response_code=100", "response=1", '{"response":"1"}'])
    expect(readReply(text), text).toBeNull();
});

test("R-OPEN-30: answers of the Query API are read with all their actions, and nothing in them is expanded", () => {
  const transaction = (inner: string) =>
    `<?xml version="1.0"?><nm_response><transaction><transaction_id>0012</transaction_id><order_id>o1</order_id><condition>complete</condition><currency>USD</currency>${inner}</transaction></nm_response>`;
  const sale =
    "<action><amount>24.99</amount><action_type>sale</action_type><success>1</success><response_code>100</response_code></action>";
  expect(readTransactions(transaction(`<cc_number>411111xxxxxx1111</cc_number>${sale}`))).toMatchObject([
    { transaction_id: "0012", cc_number: "411111xxxxxx1111", action: [{ amount: "24.99", success: "1" }] },
  ]);
  expect(readTransactions(transaction(sale + sale))?.[0]?.action).toHaveLength(2);
  expect(readTransactions("<nm_response></nm_response>")).toEqual([]);
  expect(
    readTransactions("<nm_response><error_response>Invalid Security Key</error_response></nm_response>"),
  ).toBeNull();
  const entity = `<!DOCTYPE x [<!ENTITY e "USD">]>${transaction(sale).replace('<?xml version="1.0"?>', "").replace("USD", "&e;")}`;
  expect(readTransactions(entity)).toBeNull();
  for (const text of ["", "text", "<nm_response>", "<other/>", "{}"])
    expect(readTransactions(text), text).toBeNull();
});

test("R-OPEN-42: a batch of chargebacks is read entry by entry, and what cannot be read is counted", () => {
  const entry = { id: 3211, date: "2026-05-04", cc_number: "4xxxxxxxxxxx1111", amount: "24.99" };
  const read = {
    dedupeKey: "chargeback:3211:2026-05-04",
    last4: "1111",
    amountCents: 2_499,
    currency: "USD",
  };
  const other = { dedupeKey: "chargeback:9:2026-05-04", last4: "1111", amountCents: 500, currency: "USD" };
  const batch = (...chargebacks: unknown[]) => readChargebacks({ batch: { count: 1 }, chargebacks });
  expect(batch(entry, { ...entry, id: "9", amount: -5 })).toEqual({ chargebacks: [read, other], unread: 0 });
  for (const wrong of [{ amount: "much" }, { cc_number: "xxxx" }, { id: "" }, { amount: null }])
    expect(batch(entry, { ...entry, ...wrong }), JSON.stringify(wrong)).toEqual({
      chargebacks: [read],
      unread: 1,
    });
  for (const none of [null, {}, { chargebacks: null }, "text"]) expect(readChargebacks(none)).toBeNull();
});
