import type { ModelCard } from "#contract/catalog.ts";

/** The rooms before and after this one in the order of the home page; null when it is the only one. */
export type Neighbours = { previous: ModelCard | null; next: ModelCard | null };

/** The neighbours of `slug` among the rooms that are live in public; the list has no end, it begins again. */
export function neighboursOf(cards: readonly ModelCard[], slug: string): Neighbours {
  const isOpen = (card: ModelCard) => card.isStream && card.stream.type === "public";
  const ring = cards.filter((card) => card.login === slug || isOpen(card));
  const others = ring.filter((card) => card.login !== slug);
  const at = ring.findIndex((card) => card.login === slug);
  // A room that is not in the list, of another page of it, stands before its first.
  return { previous: others.at(at - 1) ?? null, next: others[Math.max(0, at) % others.length] ?? null };
}
