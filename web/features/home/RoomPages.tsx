import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import type { RoomsPage } from "#web/lib/rooms/rooms-query.ts";
import { MoreOfList } from "#web/ui/MoreOfList.tsx";
import { RoomGridSkeleton } from "./RoomGridSkeleton.tsx";

const ListFailed = lazy(() => import("./ListNotice.tsx").then((file) => ({ default: file.ListFailed })));

type RoomPagesProps = {
  rooms: UseInfiniteQueryResult<InfiniteData<RoomsPage>>;
  /** What a list says that was had and has no cards. */
  nothing: ReactNode;
  /** The cards of all pages. */
  children: ReactNode;
};

/** Cards page by page: what stands there while they load, when they could not be had, and when there are more. */
export function RoomPages({ rooms, nothing, children }: RoomPagesProps) {
  return (
    <>
      {rooms.isPending && <RoomGridSkeleton />}
      <Suspense>
        {rooms.isError && !rooms.data && <ListFailed onRetry={() => void rooms.refetch()} />}
        {rooms.isSuccess && nothing}
      </Suspense>
      <div aria-busy={rooms.isPlaceholderData} className={rooms.isPlaceholderData ? "opacity-50" : undefined}>
        {children}
        {rooms.hasNextPage && (
          <MoreOfList
            loading={rooms.isFetchingNextPage}
            failed={rooms.isFetchNextPageError}
            onWanted={() => void rooms.fetchNextPage()}
          />
        )}
      </div>
    </>
  );
}
