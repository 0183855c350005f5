import { randomBytes } from "node:crypto";
import type { Clock } from "#server/kit/clock.ts";
import { cardOfToken } from "../cards.ts";

/** Cards that were typed into a processor's own fields, each behind a token that reveals nothing. In memory only. */
export type CardVault = {
  /** Keeps a card for a day; answers its token. */
  keep(number: string): string;
  /**
   * The number behind a token, which is good for one use, or behind a test token such as `tok_4242`, which is good for ever;
   * null for any other text.
   */
  take(token: string): string | null;
};

const keptMs = 24 * 3_600_000;
const cardsMax = 1_000;

export function createCardVault(clock: Clock): CardVault {
  const cards = new Map<string, { number: string; until: number }>();
  return {
    keep(number) {
      const token = `tok_${randomBytes(16).toString("hex")}`;
      cards.set(token, { number, until: clock.now().getTime() + keptMs });
      const oldest = cards.keys().next().value;
      if (cards.size > cardsMax && oldest !== undefined) cards.delete(oldest);
      return token;
    },
    take(token) {
      const kept = cards.get(token);
      cards.delete(token);
      if (kept && kept.until > clock.now().getTime()) return kept.number;
      return cardOfToken(token);
    },
  };
}
