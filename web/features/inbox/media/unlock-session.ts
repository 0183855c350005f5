import type { PurchasedChatMedia } from "#contract/messaging.ts";
import { createStore, type Store } from "#web/lib/store.ts";

/** What became of a purchase. `unknown`: no answer came, so it may or may not have been paid. */
export type UnlockOutcome =
  | { ok: true; balance: number; item: PurchasedChatMedia }
  | { ok: false; refusal: "too_few_tokens"; needed: number; balance: number }
  | { ok: false; refusal: "refused"; message: string }
  | { ok: false; refusal: "unknown" };

export type UnlockProblem =
  | { kind: "too_few_tokens"; missing: number }
  | { kind: "refused"; message: string }
  | { kind: "unknown" };

export type UnlockState = { buying: boolean; problem: UnlockProblem | null };

export type UnlockNeeds = {
  /** Buys; `id` is the `Idempotency-Key`. */
  buy(id: string): Promise<UnlockOutcome>;
  onBought(bought: { balance: number; item: PurchasedChatMedia }): void;
  newId(): string;
};

/**
 * One intent to buy one paid medium. Its id is minted once and kept until an answer is certain, so that neither a
 * double press nor a retry after a lost answer can pay twice.
 */
export function createUnlockSession(needs: UnlockNeeds): Store<UnlockState> & { buy(): Promise<void> } {
  const store = createStore<UnlockState>({ buying: false, problem: null });
  let id: string | null = null;
  return {
    get: store.get,
    subscribe: store.subscribe,
    async buy() {
      if (store.get().buying) return;
      id ??= needs.newId();
      store.set({ buying: true, problem: null });
      const outcome = await needs.buy(id);
      if (outcome.ok || outcome.refusal !== "unknown") id = null;
      store.set({ buying: false, problem: outcome.ok ? null : problemOf(outcome) });
      if (outcome.ok) needs.onBought(outcome);
    },
  };
}

function problemOf(outcome: Exclude<UnlockOutcome, { ok: true }>): UnlockProblem {
  if (outcome.refusal === "refused") return { kind: "refused", message: outcome.message };
  if (outcome.refusal === "unknown") return { kind: "unknown" };
  return { kind: "too_few_tokens", missing: Math.max(0, outcome.needed - outcome.balance) };
}
