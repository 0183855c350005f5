import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { isBlank } from "#contract/written-text.ts";
import { favoritesQuery, useLiveFavorites } from "#web/entities/room/favorite-rooms.ts";
import { visibleCards } from "#web/entities/room/rooms-query.ts";
import { readAt } from "#web/lib/page/list-age.ts";
import { useListSearch } from "#web/lib/page/list-search.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { ButtonLink } from "#web/ui/buttons/Button.tsx";
import { foundCount } from "#web/ui/ListPages.tsx";
import { EmptyState } from "#web/ui/states/EmptyState.tsx";
import { HeartCards } from "./HeartCards.tsx";
import { NothingFound } from "./ListNotice.tsx";
import { RoomSections } from "./RoomSections.tsx";

/** The models that the fan likes, live. */
export function FavoriteList() {
  const { text } = useListSearch();
  const viewer = useViewer();
  const searching = !isBlank(text);
  const rooms = useInfiniteQuery({
    ...favoritesQuery(text),
    placeholderData: searching ? keepPreviousData : undefined,
  });
  useLiveFavorites();
  const cards = visibleCards(rooms.data, viewer);
  return (
    <>
      <div className="mb-3.5 flex items-baseline gap-3 max-lg:mx-1 lg:mb-5">
        <h1 className="max-lg:text-[22px]">{m.nav_favorites()}</h1>
        <p className="text-text-3" aria-live={searching ? "polite" : "off"}>
          {countText(foundCount(rooms, cards.length), searching, rooms.data?.pages[0]?.live_count ?? 0)}
        </p>
      </div>
      <RoomSections
        rooms={rooms}
        cards={cards}
        now={readAt(rooms)}
        nothing={searching ? <NothingFound searching /> : <NoFavorites />}
      />
    </>
  );
}

function countText(found: number | string, searching: boolean, live: number): string | null {
  if (searching) return m.home_found({ count: found });
  return live === 0 ? null : m.home_live_now({ count: live });
}

function NoFavorites() {
  return (
    <EmptyState
      art={<HeartCards />}
      title={m.favorites_empty_title()}
      text={m.favorites_empty_text()}
      action={
        <ButtonLink to="/" tone="primary">
          {m.places_find_rooms()}
        </ButtonLink>
      }
    />
  );
}
