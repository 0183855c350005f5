import type { QueryClient } from "@tanstack/react-query";
import type { ModelCard } from "#contract/catalog.ts";
import type { RoomsData } from "./rooms-query.ts";

/** The card of a model in any list of rooms that the browser has read; undefined where none has it. */
export function listedCard(cache: QueryClient, slug: string): ModelCard | undefined {
  for (const [, list] of cache.getQueriesData<RoomsData>({ queryKey: ["rooms"] }))
    for (const page of list?.pages ?? []) {
      const card = page.data.find(({ login }) => login === slug);
      if (card) return card;
    }
}
