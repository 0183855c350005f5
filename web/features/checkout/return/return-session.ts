import type { Clock } from "#web/lib/clock.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import { readStatusAnswer, type StatusAnswer } from "../payment/payment-answer.ts";
import { startStatusPoll } from "../payment/status-poll.ts";

/**
 * checking · completed · failed and cancelled (nothing was charged) · returned (it had been made and was given back) ·
 * stalled (undecided after a minute) · missing · login.
 */
export type ReturnState = {
  phase: "checking" | "completed" | "failed" | "cancelled" | "returned" | "stalled" | "missing" | "login";
  balance: number | null;
  /** The processor's or the server's own words for a failure. */
  message: string | null;
  /** When the next try is possible; null when at once. */
  retryAt: Date | null;
};

export type ReturnNeeds = {
  clock: Clock;
  /** The transaction that the address names; null when it names none. */
  id: string | null;
  hasToken(): boolean;
  status(id: string): Promise<StatusAnswer>;
  /** Called once, when the payment is decided. */
  decided(state: ReturnState): void;
};

export type ReturnSession = Store<ReturnState> & {
  /** Begins to ask, or asks again after it had given up. */
  check(): void;
  dispose(): void;
};

/** The page to which a processor sends the fan back: it shows what became of the payment, and credits nothing. */
export function createReturnSession(needs: ReturnNeeds): ReturnSession {
  const store = createStore<ReturnState>({
    phase: "checking",
    balance: null,
    message: null,
    retryAt: null,
  });
  let stopPoll = () => {};

  function decide(change: Partial<ReturnState>) {
    store.set(change);
    needs.decided(store.get());
  }

  const retryAtOf = (seconds: number | undefined) =>
    seconds === undefined ? null : new Date(needs.clock.now().getTime() + seconds * 1000);

  function settled(answer: StatusAnswer): boolean {
    const outcome = readStatusAnswer(answer);
    if (outcome.kind === "completed") {
      decide({ phase: "completed", balance: outcome.balance });
      return true;
    }
    if (outcome.kind !== "failed") return false;
    const { problem } = outcome;
    if (problem.kind === "session_expired") store.set({ phase: "login" });
    else if (problem.kind === "not_found") store.set({ phase: "missing" });
    else {
      const message = problem.kind === "unsuccessful" ? problem.message : null;
      decide({ phase: outcome.ended ?? "failed", message, retryAt: retryAtOf(outcome.retryAfter) });
    }
    return true;
  }

  function check() {
    stopPoll();
    const { id } = needs;
    if (id === null || id === "") return store.set({ phase: "missing" });
    if (!needs.hasToken()) return store.set({ phase: "login" });
    store.set({ phase: "checking" });
    stopPoll = startStatusPoll<StatusAnswer>({
      clock: needs.clock,
      ask: () => needs.status(id),
      settled,
      exhausted: () => store.set({ phase: "stalled" }),
      atOnce: true,
    });
  }

  return { get: store.get, subscribe: store.subscribe, check, dispose: () => stopPoll() };
}
