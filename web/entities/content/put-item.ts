import type { QueryClient } from "@tanstack/react-query";
import type { ContentItem, ContentKind } from "./content-kinds.ts";
import { type ContentData, contentKey, itemKey } from "./content-query.ts";

/** Puts a fresher item wherever it is shown: on its own page and in every list that has it, in its place. */
export function putItem(client: QueryClient, kind: ContentKind, item: ContentItem): void {
  client.setQueryData(itemKey(kind, item.id), item);
  client.setQueriesData<ContentData>(
    { queryKey: contentKey(kind), predicate: ({ state }) => isList(state.data) },
    (data) =>
      data && { ...data, pages: data.pages.map((page) => ({ ...page, data: swap(page.data, item) })) },
  );
}

/** What a list says of an item beyond the item itself, such as when it was bought, stays. */
function swap(items: readonly ContentItem[], fresh: ContentItem): ContentItem[] {
  return items.map((item) => (item.id === fresh.id ? { ...item, ...fresh } : item));
}

function isList(data: unknown): boolean {
  return typeof data === "object" && data !== null && "pages" in data;
}
