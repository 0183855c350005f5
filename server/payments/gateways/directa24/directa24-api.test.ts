import { expect, test } from "vitest";
import { authorizationOf, getDeposit, postDeposit } from "./directa24-api.ts";
import { createDirecta24 } from "./directa24.ts";

const signed = {
  signatureKey: "sim-d24-secret",
  login: "sim-login",
  date: "2026-11-21T07:11:00Z",
};
const body =
  '{"invoice_id":"TKN_1700000000000","amount":25.00,"currency":"USD","country":"CO","payment_method":"PC"}';

test("R-OPEN-35: a call of the deposits API is signed as the provider documents it", () => {
  expect(authorizationOf({ ...signed, body })).toBe(
    "D24 8ab7c03eadb5c4506fa13a6334a5a6f68b39c5ad47a5f32354bb9a50ef44bc27",
  );
  expect(authorizationOf({ ...signed, body: "" })).toBe(
    "D24 32219d6db70f28753c2a977c2aa233f22243c98f152e5e85012a859f6e645439",
  );
});

test("R-OPEN-35: headers and bytes on the wire are those that were signed", async () => {
  const sent: { url: string; init: RequestInit }[] = [];
  const settings = {
    ...{ login: "sim-login", signatureKey: "sim-d24-secret", readOnlyKey: "read" },
    apiUrl: () => "https://api.test",
    notificationUrl: () => "https://shop.test/callback",
    now: () => new Date("2026-11-21T07:11:00.500Z"),
    fetch: async (url: string | URL | Request, init?: RequestInit) => {
      sent.push({ url: String(url), init: init ?? {} });
      return new Response("{}");
    },
  };
  await getDeposit(settings, "300/1");
  await postDeposit(settings, "key-1", { invoice_id: "one" });
  const [asked, made] = sent;
  expect(asked).toMatchObject({
    url: "https://api.test/v3/deposits/300%2F1",
    init: {
      headers: {
        "x-date": "2026-11-21T07:11:00Z",
        "x-login": "sim-login",
        authorization: "D24 32219d6db70f28753c2a977c2aa233f22243c98f152e5e85012a859f6e645439",
      },
    },
  });
  const headers = made?.init.headers as Record<string, string>;
  expect(headers["x-idempotency-key"]).toBe("key-1");
  expect(headers.authorization).toBe(authorizationOf({ ...signed, body: String(made?.init.body) }));
});

const settingsWith = (answers: Record<string, unknown>) => ({
  ...{ login: "sim-login", signatureKey: "sim-d24-secret", readOnlyKey: "read" },
  apiUrl: () => "https://api.test",
  notificationUrl: () => "https://shop.test/callback",
  now: () => new Date("2026-11-21T07:11:00Z"),
  fetch: async (url: string | URL | Request) => {
    const answer = answers[new URL(String(url)).pathname];
    return answer === undefined ? new Response("", { status: 404 }) : Response.json(answer);
  },
});
const deposit = {
  deposit_id: 300000025,
  invoice_id: "i1",
  status: "COMPLETED",
  local_amount: 44_000,
  currency: "COP",
};
const paid = {
  kind: "approved",
  gatewayReference: "300000025",
  amountCents: 4_400_000,
  currency: "COP",
  card: null,
};

test.each([
  ["as documented", {}, paid],
  ["numbers as texts", { deposit_id: "300000025", invoice_id: "i1", local_amount: "44000.00" }, paid],
  ["the sum in `amount` alone", { local_amount: null, amount: 44_000 }, paid],
  [
    "created, without a sum",
    { status: "CREATED", local_amount: null },
    { kind: "pending", checkoutUrl: null },
  ],
  [
    "created, without currency and sum",
    { status: "CREATED", local_amount: undefined, currency: null },
    { kind: "pending" },
  ],
  ["paid, without a sum", { local_amount: null }, { kind: "unknown" }],
  [
    "a status that we do not know",
    { status: "ON_HOLD" },
    { kind: "unknown", detail: "deposit status ON_HOLD" },
  ],
])("R-OPEN-35: a deposit is read: %s", async (_, changes, outcome) => {
  const gateway = createDirecta24(settingsWith({ "/v3/deposits/300000025": { ...deposit, ...changes } }));
  expect(await gateway.fetchReported?.("300000025")).toMatchObject({ reference: "i1", outcome });
});

test("R-OPEN-42: a refund is read with its numbers as texts, and is none while it waits", async () => {
  const refund = { deposit_id: "300000025", merchant_invoice_id: "i1", status: "COMPLETED", amount: "44000" };
  const ask = (changes: object) =>
    createDirecta24(
      settingsWith({
        "/v3/refunds/7": { ...refund, ...changes },
        "/v3/deposits/300000025": deposit,
      }),
    ).fetchRefund?.("7");
  expect(await ask({})).toMatchObject({
    reference: "i1",
    outcome: { kind: "refunded", amountCents: 4_400_000 },
  });
  for (const status of ["PENDING", "CANCELLED", "SOMETHING_NEW"])
    expect(await ask({ status, amount: null })).toBeNull();
});

test("R-PAY-41: one way to pay that cannot be read hides none of the others", async () => {
  const logo = "https://resources.directa24.com/PC.svg";
  const list = [
    { country: "CO", code: "PC", name: "PSE", type: "BANK_TRANSFER", status: "OK", logo },
    { country: "CO", code: "EY", name: "Efecty", type: null, status: null, logo },
    { country: "CO", code: 7, name: null },
    { country: "CO", code: "NQ", name: "Nequi", type: "WALLET", status: "DOWN", logo },
  ];
  const gateway = createDirecta24(settingsWith({ "/v3/payment_methods": list }));
  expect((await gateway.regionalMethods?.("CO"))?.map(({ code }) => code)).toEqual(["PC", "EY"]);
});
