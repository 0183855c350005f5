import { between, pick, type Random } from "#server/kit/random.ts";

/**
 * How a call by which the merchant asks for money is answered. `cut` and `hold`: it is carried out, and the connection
 * closed or left without an answer; `fail` (500) and `limit` (429): it is not carried out.
 */
export type ReplyFault = "send" | "cut" | "hold" | "fail" | "limit";

/** How one copy of a message to the merchant fares beside the gateway's usual wait. */
export type Delivery = {
  /** Longer wait before it is sent, ms. Two messages whose waits cross arrive in the other order. */
  lateMs: number;
  /** How many tries are lost on the way before one arrives; each is followed by the gateway's next one. */
  lostTries: number;
};

/** The faults between a simulated gateway and the merchant, asked for at each exchange. */
export type Faults = {
  reply(): ReplyFault;
  /** Is the gateway away for this question of the merchant? */
  isAway(): boolean;
  /** The copies in which a message is sent. */
  deliveries(): Delivery[];
};

/** Nothing goes wrong. */
export const noFaults: Faults = {
  reply: () => "send",
  isAway: () => false,
  deliveries: () => [{ lateMs: 0, lostTries: 0 }],
};

const lateMaxMs = 10 * 60_000;
const replies: readonly ReplyFault[] = ["cut", "hold", "fail", "limit"];

/**
 * Faults drawn by chance: `rate` (0 to 1) of all answers are lost or refused, as many questions are not answered, and as
 * many messages come late, twice or after tries that were lost, of which a few lose every try.
 */
export function drawnFaults(random: Random, rate: number): Faults {
  const isHit = () => random() < rate;
  const delivery = (): Delivery => ({
    lateMs: isHit() ? between(random, 0, lateMaxMs) : 0,
    lostTries: isHit() ? pick(random, [1, 1, 2, 3, Number.POSITIVE_INFINITY]) : 0,
  });
  return {
    reply: () => (isHit() ? pick(random, replies) : "send"),
    isAway: isHit,
    deliveries: () => Array.from({ length: isHit() ? between(random, 2, 3) : 1 }, delivery),
  };
}
