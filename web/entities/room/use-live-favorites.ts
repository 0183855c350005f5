import { useInfiniteQuery } from "@tanstack/react-query";
import { favoritesKey, favoritesQuery } from "./rooms-query.ts";
import { useLiveCards } from "./use-live-cards.ts";
import { useLiveTopics } from "./use-live-topics.ts";

/** Keeps the list of favourites live while mounted; what a search has found stays as it was found. */
export function useLiveFavorites(): void {
  useLiveTopics(useInfiniteQuery({ ...favoritesQuery(""), enabled: false }).data);
  useLiveCards(favoritesKey(""));
}
