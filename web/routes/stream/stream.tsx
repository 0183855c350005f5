import type { ShouldRevalidateFunctionArgs } from "react-router";
import { type RoomEntry, roomQuery } from "#web/entities/room/room-entry.ts";
import { enterInBrowser } from "#web/features/room/prefetch-room.ts";
import { useRoom } from "#web/features/room/use-room.ts";
import { useKeepRequest } from "#web/features/show/use-fan-show.ts";
import { useMissedEnd } from "#web/features/show/use-missed-end.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { m } from "#web/paraglide/messages.js";
import { NothingHere } from "#web/ui/states/NothingHere.tsx";
import type { Route } from "./+types/stream.ts";
import { ClosedRoom } from "./ClosedRoom.tsx";
import { OpenRoom } from "./OpenRoom.tsx";
import { isShut, ShutRoom } from "./ShutRoom.tsx";

export const loader = (args: Route.LoaderArgs) =>
  readOnServer(
    args,
    async (client) => nameIn(await client.ensureQueryData(roomQuery(args.params.slug))),
    ({ isThere }) => (isThere ? 200 : 404),
  );

export const clientLoader = ({ params: { slug } }: Route.ClientLoaderArgs) =>
  readInBrowser(enterInBrowser(browserQueryClient(), slug).then(nameIn));

/** A room is entered once; its events do the rest. */
export const shouldRevalidate = ({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) =>
  currentParams.slug !== nextParams.slug;

export const meta: Route.MetaFunction = ({ loaderData, params }) => {
  const { name = params.slug, isThere = true } = loaderData?.found ?? {};
  if (!isThere)
    return [{ title: `${m.error_not_found()} · Fanlight` }, { name: "robots", content: "noindex" }];
  return [{ title: m.room_title({ name }) }, { name: "description", content: m.room_description({ name }) }];
};

/** What the title says of a room. */
function nameIn(entry: RoomEntry): { name: string | undefined; isThere: boolean } {
  const isThere = entry.kind !== "unknown";
  if (entry.kind === "open") return { name: entry.room.model.artisticName, isThere };
  return { name: isShut(entry) ? entry.model?.artisticName : undefined, isThere };
}

export default function Stream({ params: { slug } }: Route.ComponentProps) {
  return <Gate key={slug} slug={slug} />;
}

function Gate({ slug }: { slug: string }) {
  const { entry, reload } = useRoom(slug);
  useMissedEnd(slug);
  useKeepRequest(slug);
  if (entry.kind === "open") return <OpenRoom room={entry.room} reload={reload} />;
  if (entry.kind === "unknown") return <NothingHere title={m.error_not_found()} />;
  if (isShut(entry)) return <ShutRoom entry={entry} reload={reload} />;
  return <ClosedRoom entry={entry} retry={reload} />;
}
