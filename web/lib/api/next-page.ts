/** What the next page of a list is asked for with: its number, and what `links.next` says of where the list goes on. */
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
