import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Promo } from "#contract/payments.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { answerOf } from "#web/lib/api/failed-answer.ts";
import { openPromo, type PackageOffers, secondsLeft } from "./offers.ts";

export type CardWay = "fields" | "hosted" | "form" | "none";
export type HostedFieldsSource = { script: string; key: string };

/** The offers as the checkout shows it. */
export type LoadedPackages = PackageOffers & {
  /** The name that the charge has on a bank's statement. */
  descriptor: string;
  /** False while nothing can be bought at all. */
  open: boolean;
  /** How cards are paid: by our fields, by the gateway's fields in our form, by its own form, or not at all. */
  card: CardWay;
  /** Where the gateway's fields come from, if they are used. */
  hosted_fields: HostedFieldsSource | null;
  /** Can the gateway keep the fan's card? */
  saves_cards?: boolean;
  /** When the fan may pay by card again; null when at once. */
  retryAt: string | null;
};

export const packagesQuery = queryOptions<LoadedPackages>({
  queryKey: ["packages"],
  queryFn: fetchPackages,
  staleTime: 0,
});

/** Everything on sale, with the time by which the promo and the next try are measured. */
export type PackagesView = { offers: LoadedPackages | null; failed: boolean; now: Date };

/**
 * The packages, read again whenever a checkout opens and when the page is come back to: another tab may have used up the
 * offer, or the fan's tries.
 */
export function usePackages(): PackagesView {
  const client = useQueryClient();
  const query = useQuery({
    ...packagesQuery,
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
    // Where this clock is ahead of the server's, the offer is over here first, and its package still missing there.
    refetchInterval: ({ state }) => hasEnded(state.data) && endedPauseMs,
  });
  const offers = query.data ?? null;
  const now = useSeconds(offers?.promo != null, offers?.retryAt ?? null);
  const isOver = hasEnded(offers, now);
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: packagesQuery.queryKey });
  }, [isOver, client]);
  // Once the packages of this checkout are there, a later refetch that fails takes nothing away.
  const [stocked, setStocked] = useState(false);
  if (!stocked && query.isFetchedAfterMount && query.isSuccess) setStocked(true);
  return { offers, failed: query.isError && !stocked, now };
}

const endedPauseMs = 2_000;

const hasEnded = (offers: PackageOffers | null | undefined, now = new Date()): boolean =>
  offers?.promo != null && openPromo(offers, now) === null;

/** Notes in the offers that the next try is possible in so many seconds; an older answer on its way no longer counts. */
export function waitForNextTry(client: QueryClient, seconds: number): void {
  void client.cancelQueries({ queryKey: packagesQuery.queryKey, exact: true });
  client.setQueryData(
    packagesQuery.queryKey,
    (offers) => offers && { ...offers, retryAt: inSeconds(seconds) },
  );
}

/** The time, updated every second while an offer or a wait counts down. */
function useSeconds(promoCounts: boolean, retryAt: string | null): Date {
  const [now, setNow] = useState(() => new Date());
  const [begun, setBegun] = useState(retryAt);
  // A wait that begins now is counted from now, not from when the time was updated last.
  if (begun !== retryAt) {
    setBegun(retryAt);
    setNow(new Date());
  }
  const counting = promoCounts || (retryAt !== null && secondsLeft(retryAt, now) > 0);
  useEffect(() => {
    if (!counting) return;
    setNow(new Date());
    const timer = setInterval(() => setNow(new Date()), 1000);
    return () => clearInterval(timer);
  }, [counting]);
  return now;
}

async function fetchPackages(): Promise<LoadedPackages> {
  const { data } = answerOf(await browserApi.call("GET /api/token-packages"));
  const { retry_after, promo, ...offers } = data;
  return {
    ...offers,
    promo: promo && byThisClock(promo),
    retryAt: retry_after === null ? null : inSeconds(retry_after),
  };
}

/** The promo with its end by this device's clock, which may be wrong. */
const byThisClock = (promo: Promo): Promo =>
  promo.seconds_left === undefined ? promo : { ...promo, expires_at: inSeconds(promo.seconds_left) };

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
