import type { Gift } from "#contract/live.ts";
import type { Clock } from "#web/lib/clock.ts";
import { createStore, type Store } from "#web/lib/store.ts";

export const TIP_PRESETS = [10, 25, 50, 100, 200] as const;
export const GIFT_QUANTITIES = [1, 5, 10] as const;
export const NOTE_MAX = 200;
export const TIP_MAX = 1_000_000;
/** From this many tokens a tip is held, not tapped, so that no slip of a finger spends them. */
export const HOLD_FROM_TOKENS = 100;
/** How long the tick of a sent tip stands. */
const SENT_MS = 1_200;

export type TipOrder = { kind: "amount"; amount: number } | { kind: "gift"; gift: Gift; quantity: number };

export type TipBody = { message?: string; anonymous?: boolean } & (
  | { amount: number }
  | { gift_id: number; quantity: number }
);

/** What became of a tip. `unknown`: no answer came, so it may or may not have been paid. */
export type TipOutcome =
  | { ok: true; balance: number; tokens: number }
  | { ok: false; refusal: "too_few_tokens"; needed: number; balance: number }
  | { ok: false; refusal: "slow_down"; waitSeconds: number }
  | { ok: false; refusal: "refused"; message: string }
  | { ok: false; refusal: "unknown" };

export type TipProblem =
  | { kind: "too_few_tokens"; missing: number }
  | { kind: "slow_down"; waitSeconds: number }
  | { kind: "refused"; message: string }
  | { kind: "unknown" };

export type TipState = {
  step: "idle" | "sending" | "sent";
  order: TipOrder;
  note: string;
  anonymous: boolean;
  problem: TipProblem | null;
};

export type TipNeeds = {
  order: TipOrder;
  /** Pays; `id` is the `Idempotency-Key`. */
  pay(id: string, body: TipBody): Promise<TipOutcome>;
  onPaid(paid: { tokens: number; balance: number; order: TipOrder }): void;
  newId(): string;
  clock: Clock;
};

export type TipSession = Store<TipState> & {
  /** These change nothing while a tip is on its way or its outcome is unknown. */
  choose(order: TipOrder): void;
  setNote(note: string): void;
  setAnonymous(anonymous: boolean): void;
  /** Pays what is chosen. While an answer is awaited it does nothing; after a lost one it asks about the same tip. */
  send(): void;
  dispose(): void;
};

/** The price of an order in tokens; 0 when no whole number of tokens was chosen. */
export function tokensOf(order: TipOrder): number {
  const tokens = order.kind === "amount" ? order.amount : order.gift.price * order.quantity;
  return Number.isInteger(tokens) && tokens >= 1 && tokens <= TIP_MAX ? tokens : 0;
}

/**
 * One intent to tip, from choosing to paid. Its id is minted once and kept until an answer is certain, so that neither
 * a double tap nor a retry after a lost answer can pay twice.
 */
export function createTipSession(needs: TipNeeds): TipSession {
  const store = createStore<TipState>({
    step: "idle",
    order: needs.order,
    note: "",
    anonymous: false,
    problem: null,
  });
  let intent: { id: string; body: TipBody; order: TipOrder } | null = null;
  let cancelTick = () => {};

  const change = (fields: Partial<TipState>) => {
    const { step } = store.get();
    if (step === "sending" || intent !== null) return;
    cancelTick();
    store.set({ step: "idle", problem: null, ...fields });
  };

  function settle(outcome: TipOutcome, order: TipOrder) {
    if (!outcome.ok && outcome.refusal === "unknown") {
      return store.set({ step: "idle", problem: { kind: "unknown" } });
    }
    intent = null;
    if (!outcome.ok) return store.set({ step: "idle", problem: problemOf(outcome) });
    store.set({ step: "sent", problem: null, note: "" });
    needs.onPaid({ tokens: outcome.tokens, balance: outcome.balance, order });
    cancelTick = needs.clock.after(SENT_MS, () => store.set({ step: "idle" }));
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    choose: (order) => change({ order }),
    setNote: (note) => change({ note: [...note].slice(0, NOTE_MAX).join("") }),
    setAnonymous: (anonymous) => change({ anonymous }),
    async send() {
      const state = store.get();
      if (state.step !== "idle" || tokensOf(state.order) === 0) return;
      intent ??= { id: needs.newId(), body: bodyOf(state), order: state.order };
      store.set({ step: "sending", problem: null });
      const { id, body, order } = intent;
      settle(await needs.pay(id, body), order);
    },
    dispose: () => cancelTick(),
  };
}

function bodyOf({ order, note, anonymous }: TipState): TipBody {
  const message = note.trim();
  return {
    ...(order.kind === "amount"
      ? { amount: order.amount }
      : { gift_id: order.gift.id, quantity: order.quantity }),
    ...(message === "" ? {} : { message }),
    ...(anonymous ? { anonymous } : {}),
  };
}

type CertainRefusal = Exclude<TipOutcome, { ok: true } | { refusal: "unknown" }>;

function problemOf(outcome: CertainRefusal): TipProblem {
  if (outcome.refusal === "too_few_tokens") {
    return { kind: "too_few_tokens", missing: Math.max(1, outcome.needed - outcome.balance) };
  }
  if (outcome.refusal === "slow_down") return { kind: "slow_down", waitSeconds: outcome.waitSeconds };
  return { kind: "refused", message: outcome.message };
}
