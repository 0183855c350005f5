import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ModelCard } from "#contract/catalog.ts";
import { visibleCards } from "#web/entities/room/rooms-query.ts";
import { useLiveWatched, watchedQuery } from "#web/entities/room/watched-rooms.ts";
import { useDiscreet } from "#web/lib/page/discreet.ts";
import { useAsServed } from "#web/lib/page/served-query.ts";
import { profileQuery, useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";

/**
 * The rooms that the fan has watched lately in one line, those on air first; nothing while there are none, nor to who wants
 * to be discreet in this browser.
 */
export function WatchedRow() {
  const discreet = useDiscreet();
  const viewer = useAsServed(profileQuery.queryKey, useViewer());
  const watched = useAsServed(watchedQuery.queryKey, useInfiniteQuery(watchedQuery).data);
  useLiveWatched();
  const cards = visibleCards(watched, viewer ?? null).sort((a, b) => Number(b.isStream) - Number(a.isStream));
  if (discreet || cards.length === 0) return null;
  return (
    <nav aria-labelledby="watched" className="-mx-3 mb-3 flex items-center gap-2 lg:mx-0 lg:mb-4">
      <h2
        id="watched"
        className="flex flex-none items-center gap-2 pl-3 text-14! text-text-2 max-lg:-mr-2 lg:pl-1"
      >
        <Icon name="clock" size={18} />
        <span className="max-lg:sr-only">{m.watched_title()}</span>
      </h2>
      <ul className="flex min-w-0 snap-x scroll-px-3 gap-2 overflow-x-auto px-3 py-1 [scrollbar-width:none] lg:scroll-px-1 lg:px-1">
        {cards.map((card) => (
          <li key={card.id} className="flex-none snap-start">
            <WatchedRoom card={card} />
          </li>
        ))}
      </ul>
      <Link
        to="/settings#watched"
        aria-label={m.watched_manage()}
        title={m.watched_manage()}
        className="mr-3 grid size-11 flex-none place-items-center rounded-full text-text-3 hover:text-text lg:mr-0"
      >
        <Icon name="gear" size={18} />
      </Link>
    </nav>
  );
}

function WatchedRoom({ card }: { card: ModelCard }) {
  const { login, artisticName: name, isStream, isOnline, pictures } = card;
  const away = isOnline ? m.home_online() : m.home_state_offline();
  return (
    <Link
      to={isStream ? `/stream/${login}` : `/${login}`}
      aria-label={`${name}, ${isStream ? m.watched_live() : away}`}
      className="flex h-11 items-center gap-2 rounded-full bg-raised pr-4 pl-1.5 text-14 font-[550] [--ground:var(--raised)]"
    >
      <Avatar
        name={name}
        src={pictures.portrait_small}
        size={32}
        presence={isStream ? "live" : isOnline ? "online" : null}
      />
      <span className={isStream ? undefined : "text-text-2"}>{name}</span>
    </Link>
  );
}
