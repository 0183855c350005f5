import { type DehydratedState, dehydrate, type QueryClient } from "@tanstack/react-query";
import { data, type RouterContextProvider } from "react-router";
import { FailedAnswer } from "#web/lib/api/failed-answer.ts";
import { createQueryClient } from "#web/lib/api/query-client.ts";
import { pageStatus } from "#web/lib/page/page-status.ts";
import { type RequestContext, requestContext } from "#web/lib/page/request-context.ts";

/**
 * The result of a loader. `queries`: the server's reads, for the `HydrationBoundary` of the root; null in the
 * browser, whose cache has them. `found`: the facts that title and address depend on; null when they could not be
 * read.
 */
export type ReadQueries<Found> = { queries: DehydratedState | null; found: Found | null };

type LoaderArgs = { context: Readonly<Pick<RouterContextProvider, "get">> };

/**
 * Reads the queries of a page into a cache of this request alone. A query that cannot be read is reported, the
 * document goes out as 503, and the browser asks for it again. A refusal of the API (4xx) is no outage: an impossible
 * address is a page that says so, and any other refusal is the status of the document. Server only.
 */
export async function readOnServer<Found>(
  { context }: LoaderArgs,
  read: (client: QueryClient, known: RequestContext) => Promise<Found>,
  statusOf: (found: Found) => number = () => 200,
) {
  const known = context.get(requestContext);
  const client = createQueryClient(known.api);
  try {
    const found = await read(client, known);
    const answer: ReadQueries<Found> = { queries: dehydrated(client), found };
    return data(answer, { status: statusOf(found) });
  } catch (error) {
    if (error instanceof Response) throw error;
    const status = statusOfFailed(error);
    if (badAddress.includes(status)) throw data(null, { status });
    if (status === 503) known.report(error);
    const answer: ReadQueries<Found> = { queries: dehydrated(client), found: null };
    return data(answer, { status });
  }
}

const badAddress = [400, 404, 414, 422];

const statusOfFailed = (error: unknown) => pageStatus(error instanceof FailedAnswer ? error.status : 0);

/** Reads them into the cache of the page. A query that fails says so where it is shown. Browser only. */
export async function readInBrowser<Found>(read: Promise<Found>): Promise<ReadQueries<Found>> {
  try {
    return { queries: null, found: await read };
  } catch (error) {
    if (error instanceof Response) throw error;
    return { queries: null, found: null };
  }
}

/** The reads of a document's loaders, put together: the browser hydrates them once. */
export function readQueriesOf(loaderData: readonly unknown[]): DehydratedState {
  const read = loaderData as (Partial<ReadQueries<unknown>> | null | undefined)[];
  return { mutations: [], queries: read.flatMap((data) => data?.queries?.queries ?? []) };
}

/** The reads of a cache, without the API by which they were made. */
export function dehydrated(client: QueryClient): DehydratedState {
  const { queries } = dehydrate(client);
  return { mutations: [], queries: queries.map(({ meta: _api, ...query }) => query) };
}
