import { useInfiniteQuery } from "@tanstack/react-query";
import { rankingKey, rankingQuery } from "./ranking-query.ts";
import { useLiveCards } from "./use-live-cards.ts";
import { useLiveTopics } from "./use-live-topics.ts";

/** Keeps the ranking of a gender live while mounted; what a search has found stays as it was found. */
export function useLiveRanking(gender: number): void {
  useLiveTopics(useInfiniteQuery({ ...rankingQuery(gender, ""), enabled: false }).data);
  useLiveCards(rankingKey(gender, ""));
}
