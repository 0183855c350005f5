import type { Api } from "#web/lib/api/api.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import type { ContentItem, ContentKind } from "./content-item.ts";

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

/** What became of an attempt to buy. `unknown`: no answer came, so it may or may not have been paid. */
export type BuyOutcome<Item> =
  | { ok: true; balance: number; item: Item }
  | { ok: false; refusal: "too_few_tokens"; needed: number; balance: number }
  | { ok: false; refusal: "price_changed" }
  | { ok: false; refusal: "refused"; status: number; message: string }
  | { ok: false; refusal: "unknown" };

export type BuyRefusal = Extract<BuyOutcome<never>, { ok: false }>;

export type BuyState = { step: "idle" | "buying" | "bought"; refusal: BuyRefusal | null };

export type BuyNeeds<Item> = {
  /** Buys at this price or not at all; `id` is the `Idempotency-Key`. */
  buy(id: string, price: number): Promise<BuyOutcome<Item>>;
  onBought(bought: { price: number; balance: number; item: Item }): void;
  newId(): string;
};

export type BuySession = Store<BuyState> & {
  /**
   * Buys at the price on show. While an answer is awaited it does nothing; after a lost one it asks about the same
   * purchase, whatever price is on show by then.
   */
  buy(price: number): Promise<void>;
};

/**
 * One intent to buy one item. Its id is minted once and kept until an answer is certain, so that neither a double tap
 * nor a retry after a lost answer can pay twice.
 */
export function createBuySession<Item>(needs: BuyNeeds<Item>): BuySession {
  const store = createStore<BuyState>({ step: "idle", refusal: null });
  let intent: { id: string; price: number } | null = null;
  return {
    get: store.get,
    subscribe: store.subscribe,
    async buy(price) {
      if (store.get().step !== "idle") return;
      intent ??= { id: needs.newId(), price };
      store.set({ step: "buying", refusal: null });
      const asked = intent;
      const outcome = await needs.buy(asked.id, asked.price);
      if (outcome.ok || outcome.refusal !== "unknown") intent = null;
      if (!outcome.ok) return store.set({ step: "idle", refusal: outcome });
      store.set({ step: "bought" });
      needs.onBought({ price: asked.price, balance: outcome.balance, item: outcome.item });
    },
  };
}
