import { QueryClient } from "@tanstack/react-query";

/** A cache with our habits: live events keep it fresh, so nothing is fetched again merely because it was looked at. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 60_000, gcTime: 10 * 60_000, retry: false, refetchOnWindowFocus: false },
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
