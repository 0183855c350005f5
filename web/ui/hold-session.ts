import type { Clock } from "../lib/clock.ts";
import { createStore, type Store } from "../lib/store.ts";

export const HOLD_MS = 600;
/** How long a first activation without a pointer waits for its confirmation. */
const CONFIRM_MS = 5_000;

/**
 * - `holding`: pressed, not yet long enough. `short`: let go too early.
 * - `confirm`: activated by an assistive technology that cannot hold; once more sends.
 */
export type HoldState = { phase: "rest" | "holding" | "short" | "confirm" };

export type HoldSession = Store<HoldState> & {
  press(): void;
  release(): void;
  /** A click without pointer or key, as screen readers and voice control make. */
  activate(): void;
  dispose(): void;
};

/** A button that acts after being held for {@link HOLD_MS}, or after two activations by those who cannot hold. */
export function createHoldSession(clock: Clock, onDone: () => void): HoldSession {
  const store = createStore<HoldState>({ phase: "rest" });
  let cancel = () => {};
  const enter = (phase: HoldState["phase"], forMs: number, then: () => void) => {
    cancel();
    store.set({ phase });
    cancel = clock.after(forMs, then);
  };
  const rest = () => store.set({ phase: "rest" });
  const done = () => {
    cancel();
    rest();
    onDone();
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    press() {
      if (store.get().phase !== "holding") enter("holding", HOLD_MS, done);
    },
    release() {
      if (store.get().phase === "holding") enter("short", CONFIRM_MS, rest);
    },
    activate() {
      if (store.get().phase === "confirm") done();
      else enter("confirm", CONFIRM_MS, rest);
    },
    dispose: () => cancel(),
  };
}
