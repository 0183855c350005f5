import type { Api } from "../../lib/api/api.ts";
import { roomRefusal } from "../room/room-refusal.ts";
import type { TipBody, TipOutcome } from "./tip-session.ts";

/** Tips the model. `id` is the tip's own, sent as `Idempotency-Key`, so that a retry cannot pay twice. */
export async function payTip(api: Api, modelId: number, id: string, body: TipBody): Promise<TipOutcome> {
  const answer = await api.call("POST /api/fan/pay-tips-to-model/{id}", {
    params: { id: modelId },
    body,
    idempotencyKey: id,
  });
  if (answer.status === 200)
    return { ok: true, balance: answer.body.balance, tokens: answer.body.tip.tokens };
  if (answer.status === 402) {
    const { needed, balance } = answer.body;
    return { ok: false, refusal: "too_few_tokens", needed, balance };
  }
  return roomRefusal(answer) ?? { ok: false, refusal: "unknown" };
}
