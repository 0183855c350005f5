import { expect, test } from "vitest";
import { createApi } from "#web/lib/api/api.ts";
import { payTip } from "./use-tip.ts";

function apiThatAnswers(status: number, body: unknown) {
  const sent: { path: string; key: string | undefined; body: unknown }[] = [];
  const api = createApi({
    token: () => null,
    language: () => "en",
    transport: async (request) => {
      const { path, headers } = request;
      sent.push({ path, key: headers["idempotency-key"], body: JSON.parse(String(request.body ?? "null")) });
      if (status === 0) throw new TypeError("offline");
      return { status, text: JSON.stringify(body) };
    },
  });
  return { api, sent };
}

test("R-PROFILE-09: a tip is posted to the model with its id as Idempotency-Key", async () => {
  const tip = { id: "t", model_id: 4, tokens: 25, gift_id: null, transfer_id: 1, at: "2026-11-21T12:00:00Z" };
  const { api, sent } = apiThatAnswers(200, { success: true, balance: 75, tip });
  expect(await payTip(api, 4, "tip-1", { amount: 25 })).toEqual({ ok: true, balance: 75, tokens: 25 });
  expect(sent).toEqual([{ path: "/api/fan/pay-tips-to-model/4", key: "tip-1", body: { amount: 25 } }]);
});

test.each([
  [
    402,
    { message: "", code: "", needed: 50, balance: 5 },
    { refusal: "too_few_tokens", needed: 50, balance: 5 },
  ],
  [409, { message: "used", code: "" }, { refusal: "refused", message: "used" }],
  [429, { message: "", code: "", retry_after: 9 }, { refusal: "slow_down", waitSeconds: 9 }],
  [503, { message: "Later.", code: "overloaded", retry_after: 2 }, { refusal: "refused", message: "Later." }],
  [503, { message: "", code: "" }, { refusal: "unknown" }],
  [0, null, { refusal: "unknown" }],
])("An answer of %i becomes its own outcome", async (status, body, outcome) => {
  const { api } = apiThatAnswers(status, body);
  expect(await payTip(api, 4, "tip-1", { amount: 50 })).toMatchObject({ ok: false, ...outcome });
});
