import type { Api } from "#web/lib/api/api.ts";
import type { UnlockOutcome } from "./unlock-session.ts";

/** Buys a medium of a chat. `id` is the purchase's own, sent as `Idempotency-Key`, so that a retry cannot pay twice. */
export async function buyMedia(api: Api, mediaId: number, id: string): Promise<UnlockOutcome> {
  const answer = await api.call("POST /api/chat/buying-paid-media/{id}", {
    params: { id: mediaId },
    idempotencyKey: id,
  });
  switch (answer.status) {
    case 200:
      return { ok: true, balance: answer.body.balance, item: answer.body.item };
    case 402: {
      const { needed, balance } = answer.body;
      return { ok: false, refusal: "too_few_tokens", needed, balance };
    }
    case 401:
    case 403:
    case 404:
    case 409:
    case 422:
    case 429:
      return { ok: false, refusal: "refused", message: answer.body.message };
    default:
      return { ok: false, refusal: "unknown" };
  }
}
