import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { Notification } from "#contract/notifications.ts";
import { notificationsQuery } from "#web/entities/notification/notifications-query.ts";
import { PushHere } from "#web/entities/notification/PushHere.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { ago } from "#web/lib/i18n/format.ts";
import { readAt } from "#web/lib/page/list-age.ts";
import { useSeen } from "#web/lib/page/seen.ts";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/buttons/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Outdated } from "#web/ui/ListPages.tsx";
import { OlderOfList } from "#web/ui/OlderOfList.tsx";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { EmptyPage } from "#web/ui/states/EmptyState.tsx";
import { ErrorCard } from "#web/ui/states/ErrorCard.tsx";
import { describe } from "./describe.ts";

/** The fan's notifications, the newest first; what is new is marked, and read by looking at it. */
export function NotificationsPage() {
  const list = useInfiniteQuery(notificationsQuery);
  const items = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const isFresh = useFresh(items);
  useReading(items);
  if (list.data && items.length === 0) return <NoNotifications />;
  return (
    <main id="main" className="mx-auto w-full max-w-[720px] px-3 pt-3 pb-7 lg:px-8 lg:pt-7 lg:pb-14">
      <h1 className="mb-4 max-lg:mx-1 max-lg:text-[22px]">{m.notifications_title()}</h1>
      <div className="mb-4 rounded-16 bg-surface px-4 py-3 shadow-[inset_0_0_0_1px_var(--line)]">
        <PushHere />
      </div>
      {list.isError && !list.data && <ErrorCard error={list.error} onRetry={() => void list.refetch()} />}
      {list.isRefetchError && <Outdated list={list} />}
      <ul className="grid gap-2">
        {items.map((item) => (
          <Row key={item.id} item={item} fresh={isFresh(item)} now={readAt(list)} />
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="mt-4">
          <OlderOfList
            loading={list.isFetchingNextPage}
            failed={list.isFetchNextPageError}
            onWanted={() => void list.fetchNextPage()}
          />
        </div>
      )}
    </main>
  );
}

type RowProps = { item: Notification; fresh: boolean; now: string };

function Row({ item, fresh, now }: RowProps) {
  const { text, to, icon } = describe(item);
  return (
    <li>
      <Link
        to={to}
        className={cx(
          "flex min-h-16 items-center gap-3 rounded-12 border border-line px-3.5 py-2.5 hover:bg-raised",
          fresh && "bg-raised",
        )}
      >
        {item.model ? (
          <Avatar name={item.model.name} src={item.model.avatar} />
        ) : (
          <span className="grid size-11 flex-none place-items-center rounded-full bg-overlay text-text-2">
            <Icon name={icon} />
          </span>
        )}
        <span className="grid min-w-0 flex-1">
          <span className={cx("[overflow-wrap:anywhere]", fresh && "font-semibold")}>{text}</span>
          <time dateTime={item.at} className="text-12 text-text-3">
            {ago(item.at, new Date(now))}
          </time>
        </span>
        {fresh && (
          <span className="size-2.5 flex-none rounded-full bg-accent-fill">
            <span className="sr-only">{m.notifications_new()}</span>
          </span>
        )}
      </Link>
    </li>
  );
}

/** Keeps those notifications marked that were unread when this page first showed them. */
function useFresh(items: readonly Notification[]): (item: Notification) => boolean {
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set());
  const more = items.filter(({ id, read }) => !read && !fresh.has(id));
  if (more.length > 0) setFresh(new Set([...fresh, ...more.map(({ id }) => id)]));
  return ({ id }) => fresh.has(id);
}

/** Says that what is looked at has been read. Without an answer it is said again with the next change. */
function useReading(items: readonly Notification[]): void {
  const client = useQueryClient();
  const newest = items.find(({ read }) => !read)?.id ?? null;
  useSeen(newest, async (upTo) => {
    const answer = await browserApi.call("POST /api/fan/notifications/read", { body: { up_to: upTo } });
    if (answer.status === 200) await client.invalidateQueries(notificationsQuery);
  });
}

function NoNotifications() {
  return (
    <EmptyPage
      heading={m.notifications_title()}
      title={m.notifications_empty_title()}
      text={m.notifications_empty_text()}
      action={
        <>
          <ButtonLink to="/" tone="primary">
            {m.places_find_rooms()}
          </ButtonLink>
          <div className="mt-6 w-full max-w-[420px] rounded-16 bg-surface px-4 py-3 text-start shadow-[inset_0_0_0_1px_var(--line)]">
            <PushHere />
          </div>
        </>
      }
    />
  );
}
