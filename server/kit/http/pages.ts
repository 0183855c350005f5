type Paging = { page: number; total: number; pageSize: number };

/** A page of a list in the shape of every list: data, the address of the next page, and where one is. */
export function pageOf<Item>(
  data: Item[],
  paging: Paging,
  path: string,
  query: Record<string, string | number> = {},
) {
  const lastPage = Math.max(1, Math.ceil(paging.total / Math.max(1, paging.pageSize)));
  const kept = Object.entries(query).filter(([, value]) => value !== "");
  const next = new URLSearchParams([
    ...kept.map(([k, v]) => [k, String(v)]),
    ["page", String(paging.page + 1)],
  ]);
  return {
    data,
    links: { next: paging.page < lastPage ? `${path}?${next}` : null },
    meta: { current_page: paging.page, last_page: lastPage },
  };
}
