import type { QueryClient } from "@tanstack/react-query";
import type { ContentItem } from "./content-item.ts";

/**
 * Reads the content again that a subscription which has begun or ended opens or closes, and who may comment. Content
 * that is as it should be is left alone: a film that plays would begin again.
 */
export function subscriptionChanged(client: QueryClient, modelId: number, isRunning: boolean): void {
  askAgain(
    client,
    ({ access, for_subscribers, model }) =>
      for_subscribers && model.id === modelId && access === (isRunning ? "locked" : "subscription"),
  );
}

/**
 * Reads the content again that subscriptions would have opened which may have begun or ended unnoticed, and who may
 * comment. Open content stays as it is.
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
