import type { ModelCard } from "#contract/catalog.ts";
import { shortCount } from "#web/lib/i18n/format.ts";
import { inLanguage } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { badgeModeOf } from "#web/ui/Badge.tsx";

/** Everything a card shows, in one sentence, in a ranking her place first: the accessible name of its link. */
export function cardName(card: ModelCard, rank: string | null = null): string {
  const watching = card.watchers > 0 ? m.home_watching({ count: shortCount(card.watchers) }) : null;
  const parts = [card.artisticName, String(card.age), stateWords(card), watching, inLanguage(card.topic)];
  return [rank, ...parts].filter((part) => part !== null && part !== "").join(", ");
}

function stateWords(card: ModelCard): string {
  if (!card.isStream) return m.home_state_offline();
  if (card.stream.status === "paused") return m.home_state_paused();
  const mode = badgeModeOf(card.stream);
  if (mode === "private") return m.home_state_private();
  if (mode === "vip") return m.home_state_vip();
  if (mode === "promo") return m.home_state_promo();
  return m.home_state_public();
}
