import type { Refusal } from "#web/lib/api/refusal.ts";

export type ConsentKind = "private" | "vip" | "spy";

/** The terms that a fan is asked to agree to. Tokens whole, `rate` a minute. */
export type Terms = {
  kind: ConsentKind;
  rate: number;
  /** The least charge; 0 without one. */
  minimum: number;
  /** The price of a spy's minute; null when nobody may spy. */
  spyRate: number | null;
  /** Seconds at the beginning that cost a spy nothing. */
  freeSeconds?: number;
  /** The model takes the fan's camera. */
  twoWay?: boolean;
};

/** The most that the fan wants to spend, or how long they want to stay. `look`: the free seconds of a spy and no more. */
export type Cap =
  | { kind: "look"; seconds: number }
  | { kind: "none" }
  | { kind: "minutes"; count: number }
  | { kind: "tokens"; count: number };

export const capMinutes = [5, 10, 15] as const;
export const capMinutesMax = 24 * 60;
export const capTokensMax = 1_000_000;

/**
 * The first choice: ten minutes if the balance covers them, else five. A show without any limit is the fan's own
 * choice: tokens that are bought amid it would prolong it.
 */
export function firstCap({ rate }: Terms, balance: number): Cap {
  return { kind: "minutes", count: balance >= rate * 10 ? 10 : 5 };
}

/** The cap as the API wants it. */
export function capBody(cap: Cap): { cap_tokens?: number; cap_seconds?: number } {
  if (cap.kind === "none") return {};
  // Nothing is set aside or charged for free seconds; the least cap says that no more is agreed to.
  if (cap.kind === "look") return { cap_seconds: cap.seconds, cap_tokens: 1 };
  return cap.kind === "minutes" ? { cap_seconds: cap.count * 60 } : { cap_tokens: cap.count };
}

/** The most that a show can cost under this cap; null without one. Free seconds cost nothing. */
export function capCost({ rate, minimum, freeSeconds = 0 }: Terms, cap: Cap): number | null {
  if (cap.kind === "none" || cap.kind === "look") return null;
  const costOfTime = (seconds: number) => Math.ceil((Math.max(0, seconds - freeSeconds) * rate) / 60);
  return Math.max(minimum, cap.kind === "minutes" ? costOfTime(cap.count * 60) : cap.count);
}

/** Tokens that are set aside when it begins: a minute's price, or the cap if that is less. */
export function firstHold({ rate }: Terms, cap: Cap): number {
  return cap.kind === "tokens" ? Math.min(rate, cap.count) : rate;
}

/** Seconds that so many tokens last. */
export function secondsOf(tokens: number, rate: number): number {
  return Math.floor((tokens * 60) / rate);
}

/** The terms after a refusal that says what is asked now. */
export function termsAfter(terms: Terms, { code, rate, minimum }: Refusal): Terms {
  if (rate === undefined) return terms;
  // Others may spy now, where the fan agreed to a show without.
  if (code === "spies_changed") return { ...terms, spyRate: rate };
  if (code !== "price_changed") return terms;
  return { ...terms, rate, minimum: minimum ?? Math.min(terms.minimum, rate) };
}
