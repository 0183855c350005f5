import { queryOptions, useQuery } from "@tanstack/react-query";

/** Answers name whole seconds and take a moment to arrive: a smaller difference says nothing. */
const noticedFromMs = 2_000;

/** How many milliseconds the server's clock is ahead of this device's, which may be wrong. Browser only. */
export const clockAheadQuery = queryOptions({
  queryKey: ["clock-ahead"],
  staleTime: 10 * 60_000,
  async queryFn() {
    const askedMs = Date.now();
    const { headers } = await fetch("/healthz", { cache: "no-store" });
    const serverMs = Date.parse(headers.get("date") ?? "");
    if (Number.isNaN(serverMs)) throw new Error("the server does not say what time it is");
    const aheadMs = serverMs + 500 - (askedMs + Date.now()) / 2;
    return Math.abs(aheadMs) < noticedFromMs ? 0 : aheadMs;
  },
});

/** The clock's lead as a hook; 0 until the server has been asked, and when it does not say. */
export function useClockAhead(): number {
  return useQuery(clockAheadQuery).data ?? 0;
}
