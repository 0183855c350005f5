import type { QueryClient } from "@tanstack/react-query";
import type { LoaderFunctionArgs } from "react-router";
import { readGender } from "#web/entities/room/gender.ts";
import { filtersOpen, genderAt, readFilters, writeFilters } from "#web/entities/room/list-filters.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { listAddress } from "#web/lib/page/list-address.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";

/**
 * The request in the address of a list; `filters` as they are written, `filtering`: the form of the filters is in the
 * page.
 */
type ListAddress = { search: string; pages: number; filters: string; filtering: boolean };

/**
 * Reads the list of a page, with as many pages as its address asks for. With `revalidateIfStale` a list that the cache
 * knows is shown at once with all its pages, and read again behind.
 */
export type ReadList = (
  client: QueryClient,
  wanted: ListAddress & { gender: number; isFan: boolean },
) => Promise<unknown>;

/** Server only. */
export function loadList(
  { context, request }: Pick<LoaderFunctionArgs, "context" | "request">,
  read: ReadList,
) {
  const address = addressOf(request.url);
  return readOnServer({ context }, async (client, { gender, viewer }) => {
    const isFan = viewer?.role === "fan";
    await read(client, { ...address, gender: address.gender ?? gender, isFan });
  });
}

/** Browser only. */
export function loadListInBrowser({ request }: Pick<LoaderFunctionArgs, "request">, read: ReadList) {
  const address = addressOf(request.url);
  const gender = address.gender ?? readGender(document.cookie);
  const client = browserQueryClient();
  const isFan = client.getQueryData(profileQuery.queryKey)?.role === "fan";
  const reading = read(client, { ...address, gender, isFan });
  return readInBrowser(reading.then(() => undefined));
}

function addressOf(url: string) {
  const { search: query } = new URL(url);
  const filters = writeFilters(readFilters(query));
  const filtering = new URLSearchParams(query).has(filtersOpen);
  return { ...listAddress(url), gender: genderAt(query), filters, filtering };
}
