import { memo, useState } from "react";
import { Link } from "react-router";
import type { ModelCard } from "#contract/catalog.ts";
import { shortCount } from "#web/lib/i18n/format.ts";
import { inLanguage, useLocale } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { Badge, badgeModeOf } from "#web/ui/Badge.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { Skeleton } from "#web/ui/states/Skeleton.tsx";
import { useFollowedRooms, useOtherRooms } from "./use-neighbours.ts";

const shownMax = 16;

/**
 * Other live rooms beside or below this one on wide screens: those that the fan follows, of every gender, then those of this
 * model's gender; of both the most watched first.
 */
export const RoomSidebar = memo(function RoomSidebar({ slug, gender }: { slug: string; gender: number }) {
  useLocale();
  const [chooseFollowed] = useState(() => liveBeside(slug));
  const [chooseOthers] = useState(() => liveBeside(slug));
  const followed = useFollowedRooms(chooseFollowed);
  const { chosen: others, isError } = useOtherRooms(gender, chooseOthers);
  if (isError) return null;
  const rooms = followed && others && eachOnce([...followed, ...others]).slice(0, shownMax);
  if (rooms?.length === 0) return null;
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

/** Each room in the first of its places. */
const eachOnce = (cards: ModelCard[]): ModelCard[] =>
  cards.filter((card, index) => cards.findIndex(({ login }) => login === card.login) === index);

/**
 * The live rooms of a list without the one that one is in. They keep the places that they had first: counts change every
 * second, and nothing jumps under a finger.
 */
function liveBeside(slug: string) {
  const places = new Map<string, number>();
  const placeOf = ({ login }: ModelCard): number => {
    const place = places.get(login) ?? places.size;
    places.set(login, place);
    return place;
  };
  return (cards: ModelCard[]): ModelCard[] =>
    cards
      .filter((card) => card.isStream && card.login !== slug)
      .sort((a, b) => b.watchers - a.watchers)
      .map((card) => ({ card, place: placeOf(card) }))
      .sort((a, b) => a.place - b.place)
      .map(({ card }) => card)
      .slice(0, shownMax);
}

function RailItem({ card }: { card: ModelCard }) {
  const mode = badgeModeOf(card.stream);
  return (
    <Link
      to={`/stream/${card.login}`}
      className="grid grid-cols-[var(--portrait)_1fr] items-center gap-3 rounded-12 p-2 transition-colors duration-(--hover) hover:bg-[color-mix(in_srgb,var(--text)_6%,transparent)]"
    >
      <img
        src={card.pictures.portrait_small}
        alt=""
        width={64}
        height={80}
        loading="lazy"
        className="aspect-4/5 w-full rounded-[10px] bg-overlay object-cover"
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
    <span className="grid grid-cols-[var(--portrait)_1fr] items-center gap-3 p-2">
      <Skeleton className="aspect-4/5 w-full" />
      <Skeleton className="h-10" />
    </span>
  );
}
