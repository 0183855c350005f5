import { memo, useCallback, useState } from "react";
import { Link } from "react-router";
import type { ModelCard } from "#contract/catalog.ts";
import { shortCount } from "#web/lib/i18n/format.ts";
import { inLanguage, useLocale } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { Badge, badgeModeOf } from "#web/ui/Badge.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { Skeleton } from "#web/ui/states/Skeleton.tsx";
import { useOtherRooms } from "./use-neighbours.ts";

const shownMax = 12;

/** Other live rooms beside or below this one on wide screens; most watched first. */
export const RoomSidebar = memo(function RoomSidebar({ slug, gender }: { slug: string; gender: number }) {
  useLocale();
  const [placeOf] = useState(firstPlaces);
  const choose = useCallback(
    (cards: ModelCard[]) =>
      cards
        .filter((card) => card.isStream && card.login !== slug)
        .sort((a, b) => b.watchers - a.watchers)
        .map((card) => ({ card, place: placeOf(card) }))
        .sort((a, b) => a.place - b.place)
        .map(({ card }) => card)
        .slice(0, shownMax),
    [slug, placeOf],
  );
  const { chosen: rooms, isError } = useOtherRooms(gender, choose);
  if (isError || rooms?.length === 0) return null;
  return (
    <nav aria-label={m.room_more_rooms()} data-rooms="" className="other-rooms">
      <h2 className="col-span-full px-2 py-3 text-14! font-semibold! tracking-normal! text-text-2">
        {m.room_more_rooms()}
      </h2>
      {rooms
        ? rooms.map((card) => <RailItem key={card.id} card={card} />)
        : Array.from({ length: 7 }, (_, index) => index).map((index) => <RailGap key={index} />)}
    </nav>
  );
});

/** Rooms keep the places that they had first: counts change every second, and nothing jumps under a finger. */
function firstPlaces() {
  const places = new Map<string, number>();
  return ({ login }: Pick<ModelCard, "login">): number => {
    const place = places.get(login) ?? places.size;
    places.set(login, place);
    return place;
  };
}

function RailItem({ card }: { card: ModelCard }) {
  const mode = badgeModeOf(card.stream);
  return (
    <Link
      to={`/stream/${card.login}`}
      className="grid grid-cols-[64px_1fr] items-center gap-3 rounded-12 p-2 transition-colors duration-(--hover) hover:bg-[color-mix(in_srgb,var(--text)_6%,transparent)]"
    >
      <img
        src={card.pictures.portrait_small}
        alt=""
        width={64}
        height={80}
        loading="lazy"
        className="h-20 w-16 rounded-[10px] bg-overlay object-cover"
      />
      <span className="min-w-0">
        <b className="block truncate font-semibold">{card.artisticName}</b>
        <span className="line-clamp-2 text-12 leading-[1.35] text-text-2">{inLanguage(card.topic)}</span>
        <span className="flex h-5 items-center gap-[5px] text-12 font-semibold text-text-2 tabular-nums">
          {mode === "live" ? (
            <Watchers count={shortCount(card.watchers)} />
          ) : (
            <Badge mode={mode} className="h-5!" />
          )}
        </span>
      </span>
    </Link>
  );
}

function Watchers({ count }: { count: string }) {
  return (
    <>
      <Icon name="eye" size={14} />
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{m.room_watching({ count })}</span>
    </>
  );
}

function RailGap() {
  return (
    <span className="grid grid-cols-[64px_1fr] items-center gap-3 p-2">
      <Skeleton className="h-20 w-16" />
      <Skeleton className="h-10" />
    </span>
  );
}
