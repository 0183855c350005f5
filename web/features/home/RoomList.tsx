import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useGender } from "#web/lib/gender.ts";
import { useListSearch } from "#web/lib/list-search.ts";
import { useLocale } from "#web/lib/locale.ts";
import { isVisible } from "#web/lib/rooms/is-visible.ts";
import { type RoomsPage, roomsQuery } from "#web/lib/rooms/rooms-query.ts";
import { useViewer } from "#web/lib/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { MoreRooms } from "./MoreRooms.tsx";
import { RoomCard } from "./RoomCard.tsx";
import { RoomGridSkeleton } from "./RoomGridSkeleton.tsx";
import { useLike } from "./use-like.ts";

const ListFailed = lazy(() => import("./ListNotice.tsx").then((file) => ({ default: file.ListFailed })));
const NothingFound = lazy(() => import("./ListNotice.tsx").then((file) => ({ default: file.NothingFound })));

export type RoomListProps = {
  /** The first page as the server rendered it, for which gender and when; null when it could not be had. */
  first: { page: RoomsPage; gender: number } | null;
  now: string;
};

/** The live rooms of the selected gender, and those who will be back. */
export function RoomList({ first, now }: RoomListProps) {
  const gender = useGender();
  const { text } = useListSearch();
  const language = useLocale();
  const like = useLike();
  const onlooker = { fanId: useViewer()?.id ?? null };
  const fitting = first !== null && first.gender === gender && text.trim() === "";
  const rooms = useInfiniteQuery({
    ...roomsQuery(gender, text),
    placeholderData: text.trim() === "" ? undefined : keepPreviousData,
    ...(fitting ? { initialData: { pages: [first.page], pageParams: [1] } } : {}),
  });
  const cards = (rooms.data?.pages ?? [])
    .flatMap(({ data }) => data)
    .filter((card) => isVisible(card, onlooker));
  const live = cards.filter((card) => card.isStream);
  const away = cards.filter((card) => !card.isStream);
  const draw = (card: (typeof cards)[number], index: number) => (
    <RoomCard key={card.id} card={card} language={language} now={now} place={index} onLike={like} />
  );
  return (
    <>
      <Heading
        count={rooms.isPlaceholderData ? null : (rooms.data?.pages[0]?.live_count ?? null)}
        search={text}
        found={cards.length}
      />
      {rooms.isPending && <RoomGridSkeleton />}
      <Suspense>
        {rooms.isError && !rooms.data && <ListFailed onRetry={() => void rooms.refetch()} />}
        {rooms.isSuccess && cards.length === 0 && <NothingFound searching={text.trim() !== ""} />}
      </Suspense>
      <div aria-busy={rooms.isPlaceholderData} className={rooms.isPlaceholderData ? "opacity-50" : undefined}>
        {live.length > 0 && <ul className="room-grid">{live.map(draw)}</ul>}
        {away.length > 0 && (
          <>
            <div className="mt-7 mb-4 flex items-baseline gap-3 max-lg:mx-1 lg:mt-11">
              <h2>{m.home_back_soon()}</h2>
            </div>
            <ul className="room-grid">{away.map((card, index) => draw(card, live.length + index))}</ul>
          </>
        )}
        {rooms.hasNextPage && (
          <MoreRooms
            loading={rooms.isFetchingNextPage}
            failed={rooms.isFetchNextPageError}
            onWanted={() => void rooms.fetchNextPage()}
          />
        )}
      </div>
    </>
  );
}

function Heading({ count, search, found }: { count: number | null; search: string; found: number }) {
  const searching = search.trim() !== "";
  const words = searching
    ? m.home_found({ count: found })
    : count === null
      ? null
      : m.home_live_now({ count });
  return (
    <div className="mb-3.5 flex items-baseline gap-3 max-lg:mx-1 lg:mb-5">
      <h1 className="max-lg:text-[22px]">{m.home_title()}</h1>
      <p className="text-text-3" aria-live={searching ? "polite" : "off"}>
        {words}
      </p>
    </div>
  );
}
