import type { Api } from "../../lib/api/api.ts";
import type { BuyOutcome } from "./buy-session.ts";
import type { ContentItem, ContentKind } from "./content-kinds.ts";

/** Buys an item at the price on show; `key` goes out as `Idempotency-Key`, so that a retry cannot pay twice. */
export async function buyItem(
  api: Api,
  kind: ContentKind,
  { id, price, key }: { id: number; price: number; key: string },
): Promise<BuyOutcome<ContentItem>> {
  const answer = await (kind === "video"
    ? api.call("POST /api/fan/buy-attachment", { body: { attachment_id: id, price }, idempotencyKey: key })
    : api.call("POST /api/fan/buy-post/{postId}", {
        params: { postId: id },
        body: { price },
        idempotencyKey: key,
      }));
  switch (answer.status) {
    case 200:
      return { ok: true, balance: answer.body.balance, item: answer.body.item };
    case 402:
      return {
        ok: false,
        refusal: "too_few_tokens",
        needed: answer.body.needed,
        balance: answer.body.balance,
      };
    case 409:
      if (answer.body.code === "price_changed") return { ok: false, refusal: "price_changed" };
      return { ok: false, refusal: "refused", status: answer.status, message: answer.body.message };
    case 401:
    case 403:
    case 404:
    case 422:
      return { ok: false, refusal: "refused", status: answer.status, message: answer.body.message };
    default:
      return { ok: false, refusal: "unknown" };
  }
}
