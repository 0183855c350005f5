import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ModelCard } from "#contract/catalog.ts";
import type { RoomsPage } from "#web/entities/room/rooms-query.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { useRole } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { ListPages } from "#web/ui/ListPages.tsx";
import { RoomCard, roomCardId } from "./RoomCard.tsx";
import { RoomGridSkeleton } from "./RoomGridSkeleton.tsx";
import { useCardLike } from "./use-card-like.ts";

type RoomSectionsProps = {
  rooms: UseInfiniteQueryResult<InfiniteData<RoomsPage>>;
  /** The cards of all pages that may be shown. */
  cards: readonly ModelCard[];
  now: string;
  /** The list is what a search has found, in its own order: those of the name first, live or not. */
  found?: boolean;
  /** Stands in the place of a list without cards. */
  nothing: ReactNode;
};

/** A list of rooms page by page: those who stream, large, then those who will be back, small. */
export function RoomSections({ rooms, cards, now, found = false, nothing }: RoomSectionsProps) {
  const language = useLocale();
  const like = useCardLike();
  const bells = useRole() === "fan";
  const live = found ? cards : cards.filter((card) => card.isStream);
  const away = found ? [] : cards.filter((card) => !card.isStream);
  const draw = (card: ModelCard, index: number, small = false) => (
    <RoomCard
      key={card.id}
      small={small}
      card={card}
      language={language}
      now={now}
      place={index}
      bells={bells}
      onLike={like}
    />
  );
  const last = away.at(-1) ?? live.at(-1);
  return (
    <ListPages
      list={rooms}
      skeleton={<RoomGridSkeleton />}
      nothing={cards.length === 0 && nothing}
      lastId={last && roomCardId(last)}
    >
      {live.length > 0 && <ul className="room-grid">{live.map((card, index) => draw(card, index))}</ul>}
      {away.length > 0 && (
        <>
          <div className="mt-7 mb-4 flex items-baseline gap-3 max-lg:mx-1 lg:mt-11">
            <h2>{m.home_back_soon()}</h2>
          </div>
          <ul className="room-strip">{away.map((card, index) => draw(card, live.length + index, true))}</ul>
        </>
      )}
    </ListPages>
  );
}
