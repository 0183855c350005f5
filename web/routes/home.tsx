import { useEffect } from "react";
import { countriesQuery, roomsQuery } from "#web/entities/room/rooms-query.ts";
import { RoomList } from "#web/features/home/RoomList.tsx";
import { onFirstInteraction } from "#web/lib/page/first-interaction.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/home.ts";
import { loadList, loadListInBrowser, type ReadList } from "./list-loaders.ts";

const read: ReadList = async (client, { gender, search, filters, pages, filtering }) => {
  if (filtering) await client.prefetchQuery(countriesQuery(gender));
  await client.ensureInfiniteQueryData({
    ...roomsQuery(gender, search, filters),
    pages,
    revalidateIfStale: true,
  });
};

export const loader = (args: Route.LoaderArgs) => loadList(args, read);
export const clientLoader = (args: Route.ClientLoaderArgs) => loadListInBrowser(args, read);

export const meta: Route.MetaFunction = () => [
  { title: `${m.home_title()} · Fanlight` },
  { name: "description", content: m.home_description() },
];

const loadRoom = () => import("./stream/OpenRoom.tsx");

export default function Home() {
  // Who touches this page is about to enter a room, and finds its code at hand then.
  useEffect(() => onFirstInteraction(() => void loadRoom().catch(() => {})), []);
  return (
    <main id="main" className="list-page mx-auto max-w-(--column) px-3 pt-3 pb-7 lg:px-8 lg:pt-7 lg:pb-14">
      <RoomList />
    </main>
  );
}
