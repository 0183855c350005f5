import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router";
import { dateTime } from "#web/lib/i18n/format.ts";
import { lazyComponent, useHydrated } from "#web/lib/page/lazy.tsx";
import { nextPageAddress } from "#web/lib/page/list-address.ts";
import { m } from "#web/paraglide/messages.js";
import { Button, ButtonLink } from "./buttons/Button.tsx";

const ErrorCard = lazyComponent(() => import("./states/ErrorCard.tsx").then((file) => file.ErrorCard));

/** The part of a list's query that counts here: how its first page stands, and its next one. */
type PagedList = {
  data: { pages: readonly unknown[] } | undefined;
  isPending: boolean;
  isError: boolean;
  error: unknown;
  isSuccess: boolean;
  isPlaceholderData: boolean;
  /** The visible list could not be read again. */
  isRefetchError: boolean;
  /** When it was read, in ms. */
  dataUpdatedAt: number;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  refetch(): Promise<unknown>;
  fetchNextPage(): Promise<unknown>;
};

type ListPagesProps = {
  list: PagedList;
  /** Stands there while the first page loads. */
  skeleton: ReactNode;
  /** The message of a list that was read and has nothing in it. */
  nothing: ReactNode;
  /** The id of the last card's element: where readers without JavaScript go on. */
  lastId?: string | undefined;
  /** The cards of all pages. */
  children: ReactNode;
};

/** Cards page by page: what is shown while they load, when they could not be loaded, and when there are more. */
export function ListPages({ list, skeleton, nothing, lastId, children }: ListPagesProps) {
  const pages = list.data?.pages.length ?? 1;
  const next = nextPageAddress(useLocation().search, pages, lastId);
  const [pressed, setPressed] = useState(false);
  return (
    <>
      {list.isPending && skeleton}
      <Suspense>
        {list.isError && !list.data && <ErrorCard error={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && nothing}
      </Suspense>
      {list.isRefetchError && <Outdated list={list} />}
      <div aria-busy={list.isPlaceholderData} className={list.isPlaceholderData ? "opacity-50" : undefined}>
        {children}
        {list.hasNextPage && (
          // A new one after each page: it does not move, and looks again whether the end is still near.
          <MoreOfList
            key={pages}
            focused={pressed}
            onPressed={() => setPressed(true)}
            loading={list.isFetchingNextPage}
            failed={list.isFetchNextPageError}
            next={next}
            onWanted={() => void list.fetchNextPage()}
          />
        )}
      </div>
    </>
  );
}

type FoundPage = { data: readonly unknown[]; meta: { current_page: number; last_page: number } };

/** How many were found: "20+", the first page, until all is loaded: not every page that comes is announced. */
export function foundCount(
  { data }: { data: { pages: readonly FoundPage[] } | undefined },
  count: number,
): number | string {
  // Not by `hasNextPage`: while another search is asked for, that one is false of what still stands there.
  const meta = data?.pages.at(-1)?.meta;
  return meta && meta.current_page < meta.last_page ? `${data.pages[0]?.data.length}+` : count;
}

/** The earlier reading stays, and says from when it is. */
export function Outdated({ list }: { list: Pick<PagedList, "dataUpdatedAt" | "refetch"> }) {
  return (
    <p role="status" className="mb-3.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-text-2">
      {m.list_outdated({ when: dateTime(new Date(list.dataUpdatedAt)) })}
      <Button onClick={() => void list.refetch()}>{m.common_retry()}</Button>
    </p>
  );
}

type MoreOfListProps = {
  loading: boolean;
  failed: boolean;
  /** The address that shows one page more, for a document that is not hydrated. */
  next?: string | null;
  onWanted(): void;
  /** The button of the page before was pressed, and this one takes its place. */
  focused?: boolean;
  onPressed?(): void;
};

/** Asks for the next page when the end of the list comes near; a button does the same, and a link without JavaScript. */
export function MoreOfList({
  loading,
  failed,
  next = null,
  onWanted,
  focused = false,
  onPressed,
}: MoreOfListProps) {
  const hydrated = useHydrated();
  const end = useRef<HTMLDivElement>(null);
  const ask = useEffectEvent(() => {
    if (!loading && !failed) onWanted();
  });
  const takeFocus = useEffectEvent(() => {
    if (focused && document.activeElement === document.body)
      end.current?.querySelector("button")?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (!end.current) return;
    takeFocus();
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && ask(), {
      rootMargin: "600px",
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={end} className="grid place-items-center pt-6">
      {next === null || hydrated ? (
        <Button
          busy={loading}
          onClick={() => {
            onPressed?.();
            onWanted();
          }}
        >
          {failed ? m.common_retry() : m.common_show_more()}
        </Button>
      ) : (
        <ButtonLink to={next}>{m.common_show_more()}</ButtonLink>
      )}
    </div>
  );
}
