import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { titled } from "#contract/site-name.ts";
import { countriesQuery } from "#web/entities/room/countries-query.ts";
import { roomsQuery } from "#web/entities/room/rooms-query.ts";
import { RoomList } from "#web/features/home/RoomList.tsx";
import { loadCode } from "#web/lib/load-code.ts";
import { onFirstInteraction } from "#web/lib/page/first-interaction.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/home.ts";
import { loadList, loadListInBrowser, type ReadList } from "./list-loaders.ts";

const read: ReadList = (client, { gender, search, filters, pages, isFan }) =>
  Promise.all([
    client.ensureInfiniteQueryData({
      ...roomsQuery(gender, search, filters),
      pages,
      revalidateIfStale: true,
    }),
    isFan && readWatched(client),
  ]);

/**
 * Reads the watched rooms apart: a guest's page has no use for them. Each room that the fan opened has changed them,
 * but a fan who comes back does not wait: the known list is shown until it is read again. A list that cannot be read
 * is left out.
 */
async function readWatched(client: QueryClient): Promise<void> {
  const { watchedQuery } = await loadCode(() => import("#web/entities/room/watched-rooms.ts"));
  const wanted = { ...watchedQuery, staleTime: 0, revalidateIfStale: true };
  await client.ensureInfiniteQueryData(wanted).catch(() => undefined);
}

/** With the countries of filters that are open: the browser asks for them where they are drawn. */
const readWithCountries: ReadList = async (client, wanted) => {
  if (wanted.filtering) await client.prefetchQuery(countriesQuery(wanted.gender));
  await read(client, wanted);
};

export const handle = { guestsShare: true };

export const loader = (args: Route.LoaderArgs) => loadList(args, readWithCountries);
export const clientLoader = (args: Route.ClientLoaderArgs) => loadListInBrowser(args, read);

export const meta: Route.MetaFunction = () => [
  { title: titled(m.home_title()) },
  { name: "description", content: m.home_description() },
];

const loadRoom = () => import("./stream/load-room.ts").then((file) => file.loadRoom());

export default function Home() {
  // A visitor who touches this page is about to enter a room: preload its code.
  useEffect(() => onFirstInteraction(() => void loadRoom().catch(() => {})), []);
  return (
    <main id="main" className="list-page mx-auto max-w-(--column) px-3 pt-3 pb-7 lg:px-8 lg:pt-7 lg:pb-14">
      <RoomList />
    </main>
  );
}
