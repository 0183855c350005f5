/**
 * The parameters by which the next page of a list is asked for: its number, and the place in `links.next` where the
 * list goes on.
 */
export type PageParam = { page: number; after?: string; until?: string };

export const firstPage: PageParam = { page: 1 };

/** The page after this one; undefined when there is none. */
export function nextPage(page: {
  links: { next: string | null };
  meta: { current_page: number; last_page: number };
}): PageParam | undefined {
  const { links, meta } = page;
  if (links.next === null || meta.current_page >= meta.last_page) return undefined;
  const { searchParams } = new URL(links.next, "http://here.invalid");
  const [after, until] = [searchParams.get("after"), searchParams.get("until")];
  return { page: meta.current_page + 1, ...(after ? { after } : {}), ...(until ? { until } : {}) };
}

type Pages = { pages: readonly { live_from: unknown }[] };

/**
 * For `structuralSharing` of a list that events change: those of before stay as events have made them while a further
 * page was read. Pages that were read again are taken as they were read.
 */
export function withFurtherPage(before: unknown, after: unknown): unknown {
  const known = (before as Pages | undefined)?.pages ?? [];
  // A component's selection of a list comes by here too, and is no list.
  const { pages = [] } = after as Partial<Pages>;
  return pages.length > known.length && pages[0]?.live_from === known[0]?.live_from
    ? { ...(after as Pages), pages: [...known, ...pages.slice(known.length)] }
    : after;
}
