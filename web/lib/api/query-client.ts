import { QueryClient } from "@tanstack/react-query";
import { SEARCH_DELAY_MIN_MS } from "#web/lib/constants.ts";

/**
 * In the browser what nobody looks at is forgotten after ten minutes. On the server a cache lives for one rendering and
 * goes with it: a timer would keep each of them in memory.
 */
const UNSEEN_KEPT_MS = typeof document === "undefined" ? Number.POSITIVE_INFINITY : 10 * 60_000;

/** A cache with our habits: live events keep it fresh, so nothing is fetched again merely because it was looked at. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 60_000, gcTime: UNSEEN_KEPT_MS, retry: false, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
}

let shared: QueryClient | undefined;

/** The one cache of this page, for client loaders and event handlers. Browser only. */
export function browserQueryClient(): QueryClient {
  shared ??= createQueryClient();
  return shared;
}

/** Delays the result of a search to at least 200 ms, so that quick answers do not flicker. */
export async function withMinDuration<Answer>(search: string, asked: Promise<Answer>): Promise<Answer> {
  const [answer] = await Promise.all([asked, wait(search === "" ? 0 : SEARCH_DELAY_MIN_MS)]);
  return answer;
}

function wait(delayMs: number): Promise<void> | undefined {
  return delayMs === 0 ? undefined : new Promise((resolve) => setTimeout(resolve, delayMs));
}
