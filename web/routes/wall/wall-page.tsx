import type { QueryClient } from "@tanstack/react-query";
import { redirect } from "react-router";
import { titled } from "#contract/site-name.ts";
import { readGender } from "#web/entities/room/gender.ts";
import { modelQuery } from "#web/entities/room/model-page.ts";
import { roomsQuery } from "#web/entities/room/rooms-query.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/wall-page.ts";
import { roomsIn } from "./wall-address.ts";
import { Wall } from "./Wall.tsx";

async function read(client: QueryClient, slugs: readonly string[], gender: number): Promise<void> {
  await Promise.all([
    client.prefetchInfiniteQuery(roomsQuery(gender, "")),
    ...slugs.map((slug) => client.prefetchQuery(modelQuery(slug))),
  ]);
}

export function loader(args: Route.LoaderArgs) {
  const slugs = roomsIn(args.params.rooms);
  if (slugs.length === 0) throw redirect("/");
  return readOnServer(args, (client, { gender }) => read(client, slugs, gender));
}

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  const slugs = roomsIn(params.rooms);
  if (slugs.length === 0) throw redirect("/");
  return readInBrowser(read(browserQueryClient(), slugs, readGender(document.cookie)));
}

export const meta: Route.MetaFunction = () => [{ title: titled(m.wall_title()) }];

export default function WallPage({ params: { rooms } }: Route.ComponentProps) {
  return (
    <main id="main" className="mx-auto w-full max-w-(--column) px-3 pt-3 pb-7 lg:px-8 lg:pt-5 lg:pb-10">
      <Wall slugs={roomsIn(rooms)} />
    </main>
  );
}
