import { QueryClient } from "@tanstack/react-query";
import type { Api } from "#web/lib/api/api.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { searchDelayMinMs } from "#web/lib/constants.ts";

/**
 * In the browser what nobody looks at is forgotten after ten minutes. On the server a cache lives for one rendering and
 * goes with it: a timer would keep each of them in memory.
 */
const unseenKeptMs = typeof document === "undefined" ? Number.POSITIVE_INFINITY : 10 * 60_000;

/**
 * A cache with our habits: live events keep it fresh, so nothing is fetched again merely because it was looked at.
 * `api` answers its queries; the server makes one for each request, in the visitor's name.
 */
export function createQueryClient(api: Api = browserApi): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        gcTime: unseenKeptMs,
        retry: false,
        refetchOnWindowFocus: false,
        meta: { api },
      },
      mutations: { retry: false },
    },
  });
}

/**
 * The client that answers a query: `queryFn: ({ meta }) => queryApi(meta).call(…)` runs on the server and in the
 * browser.
 */
export function queryApi(meta: Record<string, unknown> | undefined): Api {
  return (meta?.api as Api | undefined) ?? browserApi;
}

let shared: QueryClient | undefined;

/** The one cache of this page, for client loaders and event handlers. Browser only. */
export function browserQueryClient(): QueryClient {
  shared ??= createQueryClient();
  return shared;
}

/**
 * Delays the result of a search to at least 200 ms, so that quick answers do not flicker. `meta` is the query's: the server,
 * which reads by an API of its own, waits for nothing.
 */
export async function withMinDuration<Answer>(
  meta: Record<string, unknown> | undefined,
  search: string,
  asked: Promise<Answer>,
): Promise<Answer> {
  if (search === "" || queryApi(meta) !== browserApi) return asked;
  const [answer] = await Promise.all([asked, wait(searchDelayMinMs)]);
  return answer;
}

function wait(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}
