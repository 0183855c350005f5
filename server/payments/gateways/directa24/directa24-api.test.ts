import { expect, test } from "vitest";
import { authorizationOf, getDeposit, postDeposit } from "./directa24-api.ts";

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
