import type { QueryClient } from "@tanstack/react-query";
import type { ContentItem } from "./content-item.ts";

/**
 * A subscription to a model runs, or does not: what it opens or closes is asked for again, and who may comment. What stands
 * as it should is left alone: a film that plays would begin again.
 */
export function subscriptionChanged(client: QueryClient, modelId: number, isRunning: boolean): void {
  askAgain(
    client,
    ({ access, for_subscribers, model }) =>
      for_subscribers && model.id === modelId && access === (isRunning ? "locked" : "subscription"),
  );
}

/**
 * Subscriptions may have begun or ended unnoticed: what they would have opened is asked for again, and who may comment.
 * What is open stays as it is.
 */
export function subscriptionsMissed(client: QueryClient): void {
  askAgain(client, ({ access, for_subscribers }) => for_subscribers && access === "locked");
}

function askAgain(client: QueryClient, isWrong: (item: ContentItem) => boolean): void {
  void client.invalidateQueries({
    queryKey: ["content"],
    predicate: ({ queryKey, state }) =>
      queryKey.at(-1) === "comments" || itemsIn(state.data).some((item) => isWrong(item)),
  });
}

type Listed = { pages: readonly { data: readonly ContentItem[] }[] };

/** The items of a list, or the one of a page of its own. */
function itemsIn(data: unknown): readonly ContentItem[] {
  if (typeof data !== "object" || data === null) return [];
  return "pages" in data ? (data as Listed).pages.flatMap((page) => page.data) : [data as ContentItem];
}
