/** The faults that can be set for one order. */
export type Knobs = {
  /** Wait before the reply to the sale, ms. */
  latencyMs: number;
  /** `hold`: commit and never answer; `cut`: commit and close the connection. */
  reply: "send" | "hold" | "cut";
  /** Answer this status instead of taking the sale, or nothing at all; nothing is committed. */
  failWith: 429 | 500 | 503 | "silence" | null;
  /** Wait before each callback, ms. */
  callbackDelayMs: number;
  /** Send each callback this many times. */
  callbackCopies: number;
  /** Hold the first callback back until the second was sent. */
  reorder: boolean;
  badSignature: boolean;
  /** Report this amount instead of the one asked for, in replies and callbacks. */
  wrongAmount: string | null;
  wrongCurrency: string | null;
};

export const defaultKnobs: Knobs = {
  latencyMs: 0,
  reply: "send",
  failWith: null,
  callbackDelayMs: 300,
  callbackCopies: 1,
  reorder: false,
  badSignature: false,
  wrongAmount: null,
  wrongCurrency: null,
};

/** Knobs by order id; orders without any use the defaults. */
export type KnobBoard = {
  set(orderId: string, knobs: Partial<Knobs>): void;
  setDefaults(knobs: Partial<Knobs>): void;
  of(orderId: string): Knobs;
};

const ordersMax = 1_000;

/** An empty board. It remembers the last 1,000 orders. */
export function createKnobBoard(initial: Partial<Knobs> = {}): KnobBoard {
  let defaults = { ...defaultKnobs, ...initial };
  const orders = new Map<string, Partial<Knobs>>();
  return {
    set(orderId, knobs) {
      orders.delete(orderId);
      orders.set(orderId, knobs);
      const oldest = orders.keys().next().value;
      if (orders.size > ordersMax && oldest !== undefined) orders.delete(oldest);
    },
    setDefaults(knobs) {
      defaults = { ...defaults, ...knobs };
    },
    of: (orderId) => ({ ...defaults, ...orders.get(orderId) }),
  };
}
