import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef } from "react";
import { dateTime } from "#web/lib/i18n/format.ts";
import { lazyComponent } from "#web/lib/page/lazy.tsx";
import { m } from "#web/paraglide/messages.js";
import { Button } from "./Button.tsx";

const ErrorCard = lazyComponent(() => import("./ErrorCard.tsx").then((file) => file.ErrorCard));

/** What of a list's query counts here: how its first page stands, and its next one. */
type PagedList = {
  data: unknown;
  isPending: boolean;
  isError: boolean;
  isSuccess: boolean;
  isPlaceholderData: boolean;
  /** What is shown could not be read again. */
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
  /** What a list says that was had and has nothing in it. */
  nothing: ReactNode;
  /** The cards of all pages. */
  children: ReactNode;
};

/** Cards page by page: what is shown while they load, when they could not be loaded, and when there are more. */
export function ListPages({ list, skeleton, nothing, children }: ListPagesProps) {
  return (
    <>
      {list.isPending && skeleton}
      <Suspense>
        {list.isError && !list.data && <ErrorCard onRetry={() => void list.refetch()} />}
        {list.isSuccess && nothing}
      </Suspense>
      {list.isRefetchError && <Outdated list={list} />}
      <div aria-busy={list.isPlaceholderData} className={list.isPlaceholderData ? "opacity-50" : undefined}>
        {children}
        {list.hasNextPage && (
          <MoreOfList
            loading={list.isFetchingNextPage}
            failed={list.isFetchNextPageError}
            onWanted={() => void list.fetchNextPage()}
          />
        )}
      </div>
    </>
  );
}

/** What was read before stays, and says from when it is. */
function Outdated({ list }: { list: PagedList }) {
  return (
    <p role="status" className="mb-3.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-text-2">
      {m.list_outdated({ when: dateTime(new Date(list.dataUpdatedAt)) })}
      <Button onClick={() => void list.refetch()}>{m.common_retry()}</Button>
    </p>
  );
}

type MoreOfListProps = { loading: boolean; failed: boolean; onWanted(): void };

/** Asks for the next page when the end of the list comes near; a button does the same for everybody else. */
export function MoreOfList({ loading, failed, onWanted }: MoreOfListProps) {
  const end = useRef<HTMLDivElement>(null);
  const ask = useEffectEvent(() => {
    if (!loading && !failed) onWanted();
  });
  useEffect(() => {
    if (!end.current) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && ask(), {
      rootMargin: "600px",
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={end} className="grid place-items-center pt-6">
      <Button busy={loading} onClick={onWanted}>
        {failed ? m.common_retry() : m.common_show_more()}
      </Button>
    </div>
  );
}
