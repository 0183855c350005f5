import type { ModelCard } from "#contract/catalog.ts";

/** Who looks at the list: promo rooms exist only for the fan they are for. */
export type Onlooker = { fanId: number | null };

/** Whether a card may be shown: a promo room is there only for its own fan. */
export function isVisible(card: ModelCard, onlooker: Onlooker): boolean {
  if (card.stream.type !== "promo" || !card.isStream) return true;
  return onlooker.fanId !== null && card.promoStreamData?.fan_id === onlooker.fanId;
}
