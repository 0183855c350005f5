import { useEffect } from "react";
import { readGender } from "#web/entities/room/gender.ts";
import { fetchRooms, roomsQuery } from "#web/entities/room/rooms-query.ts";
import { RoomList } from "#web/features/home/RoomList.tsx";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { onFirstInteraction } from "#web/lib/page/first-interaction.ts";
import { firstPage } from "#web/lib/page/request-context.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/home.ts";

export const loader = (args: Route.LoaderArgs) => firstPage(args, fetchRooms);

export async function clientLoader() {
  const gender = readGender(document.cookie);
  const wanted = browserQueryClient().ensureInfiniteQueryData(roomsQuery(gender, ""));
  const rooms = await wanted.catch(() => null);
  const page = rooms?.pages[0];
  return { first: page ? { page, gender, search: "" } : null, now: new Date().toISOString() };
}

export const meta: Route.MetaFunction = () => [
  { title: `${m.home_title()} · Fanlight` },
  { name: "description", content: m.home_description() },
];

const loadRoom = () => import("./stream/OpenRoom.tsx");

export default function Home({ loaderData }: Route.ComponentProps) {
  // Who touches this page is about to enter a room, and finds its code at hand then.
  useEffect(() => onFirstInteraction(() => void loadRoom().catch(() => {})), []);
  return (
    <main id="main" className="mx-auto max-w-[1440px] px-3 pt-3 pb-7 lg:px-8 lg:pt-7 lg:pb-14">
      <RoomList {...loaderData} />
    </main>
  );
}
