import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { subscriptionsQuery } from "#web/entities/subscription/subscription-api.ts";
import { nextPageAddress } from "#web/lib/page/list-address.ts";
import { usePageConfig } from "#web/lib/page/page-config.ts";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/buttons/Button.tsx";
import { NewTabLink } from "#web/ui/buttons/NewTabLink.tsx";
import { MoreOfList, Outdated } from "#web/ui/ListPages.tsx";
import { EmptyPage } from "#web/ui/states/EmptyState.tsx";
import { ErrorCard } from "#web/ui/states/ErrorCard.tsx";
import { Skeleton } from "#web/ui/states/Skeleton.tsx";
import { SubscriptionTable } from "./SubscriptionTable.tsx";

/** Everything the fan has subscribed to: until when, for how much, and how to end or renew it. */
export function SubscriptionsPage() {
  const { billingCancelUrl } = usePageConfig();
  const list = useInfiniteQuery(subscriptionsQuery);
  const now = useNow(list.dataUpdatedAt);
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? [];
  if (list.data && rows.length === 0) return <NoSubscriptions />;
  return (
    <main id="main" className="mx-auto w-full max-w-[1440px] px-3 pt-3 pb-7 lg:px-8 lg:pt-7 lg:pb-14">
      <h1 className="max-lg:mx-1 max-lg:text-[22px]">{m.nav_subscriptions()}</h1>
      <p className="mt-1 mb-5 text-text-2 max-lg:mx-1">{m.sub_lead()}</p>
      {list.isRefetchError && <Outdated list={list} />}
      {list.data ? (
        <SubscriptionTable rows={rows} now={now} />
      ) : list.isError ? (
        <ErrorCard error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <RowsSkeleton />
      )}
      {list.hasNextPage && (
        <MoreOfList
          loading={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          next={nextPageAddress("", list.data?.pages.length ?? 1)}
          onWanted={() => void list.fetchNextPage()}
        />
      )}
      {billingCancelUrl && (
        <p className="mt-6 text-text-2 max-lg:mx-1 [&_a]:inline-flex [&_a]:min-h-11 [&_a]:items-center [&_a]:underline">
          <NewTabLink to={billingCancelUrl} text={m.footer_cancel_billing()} />
        </p>
      )}
    </main>
  );
}

function RowsSkeleton() {
  return (
    <div role="status" className="grid gap-2">
      <span className="sr-only">{m.common_loading()}</span>
      {["first", "second", "third"].map((place) => (
        <Skeleton key={place} className="h-16 rounded-12 max-xl:h-56" />
      ))}
    </div>
  );
}

function NoSubscriptions() {
  return (
    <EmptyPage
      heading={m.nav_subscriptions()}
      title={m.subscriptions_empty_title()}
      text={m.subscriptions_empty_text()}
      action={
        <ButtonLink to="/" tone="primary">
          {m.places_find_rooms()}
        </ButtonLink>
      }
    />
  );
}

/** The time of day, updated every half minute; until the page runs, when the list was read (ms). */
function useNow(readAtMs: number): Date {
  const [now, setNow] = useState(() => new Date(readAtMs));
  useEffect(() => {
    const update = () => setNow(new Date());
    update();
    const timer = setInterval(update, 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
