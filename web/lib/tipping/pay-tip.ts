import type { Api } from "../api.ts";
import type { TipBody, TipOutcome } from "./tip-session.ts";

const WAIT_SECONDS = 5;

/** Tips the model. `id` is the tip's own, sent as `Idempotency-Key`, so that a retry cannot pay twice. */
export async function payTip(api: Api, modelId: number, id: string, body: TipBody): Promise<TipOutcome> {
  const answer = await api.call("POST /api/fan/pay-tips-to-model/{id}", {
    params: { id: modelId },
    body,
    idempotencyKey: id,
  });
  switch (answer.status) {
    case 200:
      return { ok: true, balance: answer.body.balance, tokens: answer.body.tip.tokens };
    case 402:
      return {
        ok: false,
        refusal: "too_few_tokens",
        needed: answer.body.needed,
        balance: answer.body.balance,
      };
    case 429:
      return { ok: false, refusal: "slow_down", waitSeconds: answer.body.retry_after ?? WAIT_SECONDS };
    case 401:
    case 403:
    case 404:
    case 409:
    case 422:
      return { ok: false, refusal: "refused", message: answer.body.message };
    default:
      return { ok: false, refusal: "unknown" };
  }
}
