import type { QueryClient } from "@tanstack/react-query";
import type { LoaderFunctionArgs } from "react-router";
import { readGender } from "#web/entities/room/gender.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { listAddress } from "#web/lib/page/list-address.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";

/**
 * Reads the list of a page, with as many pages as its address asks for. With `revalidateIfStale` a list that the cache
 * knows is shown at once with all its pages, and read again behind.
 */
export type ReadList = (
  client: QueryClient,
  wanted: { gender: number; search: string; pages: number },
) => Promise<unknown>;

/** Server only. */
export function loadList(
  { context, request }: Pick<LoaderFunctionArgs, "context" | "request">,
  read: ReadList,
) {
  const address = listAddress(request.url);
  return readOnServer({ context }, async (client, { gender }) => {
    await read(client, { gender, ...address });
  });
}

/** Browser only. */
export function loadListInBrowser({ request }: Pick<LoaderFunctionArgs, "request">, read: ReadList) {
  const gender = readGender(document.cookie);
  const reading = read(browserQueryClient(), { gender, ...listAddress(request.url) });
  return readInBrowser(reading.then(() => undefined));
}
