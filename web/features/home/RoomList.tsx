import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { memo, Suspense } from "react";
import { isBlank } from "#contract/written-text.ts";
import { useGender } from "#web/entities/room/gender.ts";
import { useListFilters, writeFilters } from "#web/entities/room/list-filters.ts";
import { roomsQuery, visibleCards } from "#web/entities/room/rooms-query.ts";
import { useLiveFiltered } from "#web/entities/room/use-live-lists.ts";
import { lazyComponent } from "#web/lib/page/lazy.tsx";
import { readAt } from "#web/lib/page/list-age.ts";
import { useListSearch } from "#web/lib/page/list-search.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { foundCount } from "#web/ui/ListPages.tsx";
import { FilterBar, ListHead } from "./filters/FilterBar.tsx";
import { RoomSections } from "./RoomSections.tsx";

const WatchedRow = lazyComponent(() => import("./WatchedRow.tsx").then((file) => file.WatchedRow));
const NothingFound = lazyComponent(() => import("./ListNotice.tsx").then((file) => file.NothingFound));

/** The live rooms of the selected gender, and those who will be back. */
export function RoomList() {
  const gender = useGender();
  const { text } = useListSearch();
  const filters = useListFilters();
  const written = writeFilters(filters);
  const viewer = useViewer();
  const rooms = useInfiniteQuery({
    ...roomsQuery(gender, text, written),
    placeholderData: isBlank(text) && written === "" ? undefined : keepPreviousData,
  });
  useLiveFiltered(gender, written);
  const cards = visibleCards(rooms.data, viewer);
  const narrowed = !isBlank(text) || written !== "";
  return (
    <>
      <ListHead>
        <Heading
          count={rooms.isPlaceholderData ? null : (rooms.data?.pages[0]?.live_count ?? null)}
          narrowed={narrowed}
          found={foundCount(rooms, cards.length)}
        />
        <FilterBar gender={gender} filters={filters} />
      </ListHead>
      <Watched shown={viewer?.role === "fan" && !narrowed} />
      <RoomSections
        rooms={rooms}
        found={!isBlank(text)}
        cards={cards}
        now={readAt(rooms)}
        nothing={
          <NothingFound
            searching={!isBlank(text)}
            filters={filters}
            near={rooms.data?.pages[0]?.neighbours ?? []}
            now={readAt(rooms)}
          />
        }
      />
    </>
  );
}

/**
 * Apart from the list: what changes there while this is not hydrated yet would else take the served row away for a moment.
 * The boundary comes with the row: one that stood before would hold up everything else until the row's code is there, the
 * word that the line is down included.
 */
const Watched = memo(function Watched({ shown }: { shown: boolean }) {
  return (
    shown && (
      <Suspense>
        <WatchedRow />
      </Suspense>
    )
  );
});

/** `narrowed`: by a search or filters, of which it says how many were `found`. */
function Heading({
  count,
  narrowed,
  found,
}: {
  count: number | null;
  narrowed: boolean;
  found: number | string;
}) {
  const words = narrowed
    ? m.home_found({ count: found })
    : count === null
      ? null
      : m.home_live_now({ count });
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
      <h1 className="max-lg:text-[22px]">{m.home_title()}</h1>
      <p className="text-text-3" aria-live={narrowed ? "polite" : "off"}>
        {words}
      </p>
    </div>
  );
}
