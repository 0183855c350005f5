import type { ShouldRevalidateFunctionArgs } from "react-router";
import { titled } from "#contract/site-name.ts";
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
import { RoomError } from "./RoomError.tsx";
import { RoomView } from "./RoomView.tsx";
import { isUnavailable, UnavailableRoom } from "./UnavailableRoom.tsx";

export const loader = (args: Route.LoaderArgs) =>
  readOnServer(
    args,
    async (client) => nameIn(await client.ensureQueryData(roomQuery(args.params.slug))),
    ({ isKnown }) => (isKnown ? 200 : 404),
  );

export const clientLoader = ({ params: { slug } }: Route.ClientLoaderArgs) =>
  readInBrowser(enterInBrowser(browserQueryClient(), slug).then(nameIn));

/** A room is entered once; its events do the rest. */
export const shouldRevalidate = ({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) =>
  currentParams.slug !== nextParams.slug;

export const meta: Route.MetaFunction = ({ loaderData, params }) => {
  const { name = params.slug, isKnown = true } = loaderData?.found ?? {};
  if (!isKnown) return [{ title: titled(m.error_not_found()) }, { name: "robots", content: "noindex" }];
  return [
    { title: titled(m.room_title({ name })) },
    { name: "description", content: m.room_description({ name }) },
  ];
};

/** The room's name in the title. */
function nameIn(entry: RoomEntry): { name: string | undefined; isKnown: boolean } {
  const isKnown = entry.kind !== "unknown";
  if (entry.kind === "open") return { name: entry.room.model.artisticName, isKnown };
  return { name: isUnavailable(entry) ? entry.model?.artisticName : undefined, isKnown };
}

export default function Stream({ params: { slug } }: Route.ComponentProps) {
  return <Gate key={slug} slug={slug} />;
}

function Gate({ slug }: { slug: string }) {
  const { entry, reload } = useRoom(slug);
  useMissedEnd(slug);
  useKeepRequest(slug);
  if (entry.kind === "open") return <RoomView room={entry.room} reload={reload} />;
  if (entry.kind === "unknown") return <NothingHere title={m.error_not_found()} />;
  if (isUnavailable(entry)) return <UnavailableRoom entry={entry} reload={reload} />;
  return <RoomError entry={entry} retry={reload} />;
}
