import type { ShouldRevalidateFunctionArgs } from "react-router";
import { type RoomEntry, roomQuery } from "#web/entities/room/room-entry.ts";
import { enterInBrowser } from "#web/features/room/prefetch-room.ts";
import { useRoom } from "#web/features/room/use-room.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { readOnServer } from "#web/lib/page/load-queries.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/stream.ts";
import { ClosedRoom } from "./ClosedRoom.tsx";
import { OpenRoom } from "./OpenRoom.tsx";
import { ShutRoom } from "./ShutRoom.tsx";

export const loader = (args: Route.LoaderArgs) =>
  readOnServer(args, async (client) => known(await client.ensureQueryData(roomQuery(args.params.slug))));

export async function clientLoader({ params: { slug } }: Route.ClientLoaderArgs) {
  return { queries: null, found: known(await enterInBrowser(browserQueryClient(), slug)) };
}

/** A room is entered once; its events do the rest. */
export const shouldRevalidate = ({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) =>
  currentParams.slug !== nextParams.slug;

export const meta: Route.MetaFunction = ({ loaderData, params }) => [
  { title: m.room_title({ name: nameOf(loaderData?.found) ?? params.slug }) },
];

function known(entry: RoomEntry): RoomEntry {
  if (entry.kind === "unknown") throw new Response(null, { status: 404 });
  return entry;
}

function nameOf(entry: RoomEntry | null | undefined): string | undefined {
  if (entry?.kind === "open") return entry.room.model.artisticName;
  return entry?.kind === "not_started" || entry?.kind === "in_show" ? entry.model?.artisticName : undefined;
}

export default function Stream({ loaderData, params: { slug } }: Route.ComponentProps) {
  return <Door key={slug} slug={slug} loaded={loaderData.found ?? { kind: "failed", message: "" }} />;
}

function Door({ slug, loaded }: { slug: string; loaded: RoomEntry }) {
  const { entry, reload } = useRoom(slug, loaded);
  if (entry.kind === "open") return <OpenRoom room={entry.room} reload={reload} />;
  if (entry.kind === "not_started" || entry.kind === "in_show")
    return <ShutRoom entry={entry} reload={reload} />;
  return <ClosedRoom refused={entry.kind === "refused" ? entry.message : null} retry={reload} />;
}
