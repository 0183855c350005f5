import { written } from "#contract/written-text.ts";
import { searchOf } from "./list-search.ts";

/** Pages that one address shows at most: each is read from the database and drawn by the server. */
const pagesMax = 10;

/** The request in the address of a list: `?search=…` as it stands in the box, `?page=3` for the first three pages. */
export function listAddress(url: string): { search: string; pages: number } {
  const { search } = new URL(url);
  const page = Number(new URLSearchParams(search).get("page"));
  const pages = Number.isInteger(page) && page >= 1 ? Math.min(page, pagesMax) : 1;
  return { search: written(searchOf(search) ?? ""), pages };
}

/**
 * The address that shows one page more, for browsers without JavaScript; null past the last that an address may ask for.
 * `query`: the address's query now; `from`: the id of the element to go on reading at.
 */
export function nextPageAddress(query: string, pagesShown: number, from?: string): string | null {
  if (pagesShown >= pagesMax) return null;
  const next = new URLSearchParams(query);
  next.set("page", String(pagesShown + 1));
  return `?${next}${from === undefined ? "" : `#${from}`}`;
}
