import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { browserApi } from "#web/lib/browser-api.ts";
import { openPromo, type Shelf } from "./offers.ts";

/** The shelf as the checkout shows it, with the name the charge has on a bank's statement. */
export type StockedShelf = Shelf & { descriptor: string };

export const packagesQuery = queryOptions<StockedShelf>({
  queryKey: ["packages"],
  queryFn: fetchPackages,
  staleTime: 0,
});

/** The packages, read anew whenever a checkout opens, and the time by which the promo is judged. */
export function useShelf(): { shelf: StockedShelf | null; failed: boolean; now: Date } {
  const client = useQueryClient();
  const query = useQuery({ ...packagesQuery, refetchOnMount: "always" });
  const shelf = query.data ?? null;
  const now = useSeconds(shelf?.promo != null);
  const isOver = shelf?.promo != null && openPromo(shelf, now) === null;
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: packagesQuery.queryKey });
  }, [isOver, client]);
  return { shelf, failed: query.isError, now };
}

/** The time, told every second while something counts down. */
function useSeconds(counting: boolean): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    if (!counting) return;
    setNow(new Date());
    const timer = setInterval(() => setNow(new Date()), 1000);
    return () => clearInterval(timer);
  }, [counting]);
  return now;
}

async function fetchPackages(): Promise<StockedShelf> {
  const answer = await browserApi.call("GET /api/token-packages");
  if (answer.status !== 200 || !answer.body.success) throw new Error(`packages answered ${answer.status}`);
  return answer.body.data;
}
