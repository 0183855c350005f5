import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useGender } from "#web/entities/room/gender.ts";
import { roomsQuery, visibleCards } from "#web/entities/room/rooms-query.ts";
import { useLiveRooms } from "#web/entities/room/use-live-lists.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { wallPath } from "./wall-address.ts";

const shownMax = 12;

/** Public rooms that are not in the wall yet, one press away. */
export function AddRoom({ slugs }: { slugs: readonly string[] }) {
  const viewer = useViewer();
  const rooms = useInfiniteQuery(roomsQuery(useGender(), "")).data;
  useLiveRooms();
  const cards = visibleCards(rooms, viewer)
    .filter(({ isStream, stream, login }) => isStream && stream.type === "public" && !slugs.includes(login))
    .slice(0, shownMax);
  if (cards.length === 0) return null;
  return (
    <nav aria-labelledby="wall-add" className="mt-5">
      <h2 id="wall-add" className="mb-2 text-16! max-lg:mx-1">
        {m.wall_add_title()}
      </h2>
      <ul className="-mx-3 flex snap-x scroll-px-3 gap-2 overflow-x-auto px-3 py-1 [scrollbar-width:none] lg:mx-0 lg:scroll-px-1 lg:px-1">
        {cards.map(({ id, login, artisticName: name, pictures }) => (
          <li key={id} className="flex-none snap-start">
            <Link
              to={wallPath([...slugs, login])}
              replace
              aria-label={m.wall_add({ name })}
              className="grid w-24 gap-1 rounded-12 text-center text-14 font-[550]"
            >
              <img
                src={pictures.portrait_small}
                alt=""
                width={96}
                height={120}
                loading="lazy"
                className="h-[120px] w-24 rounded-12 bg-overlay object-cover"
              />
              <span className="truncate">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
