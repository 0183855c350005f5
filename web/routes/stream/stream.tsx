import type { ShouldRevalidateFunctionArgs } from "react-router";
import { type RoomEntry, roomQuery } from "#web/entities/room/room-entry.ts";
import { InShow } from "#web/features/room/InShow.tsx";
import { NotStarted } from "#web/features/room/NotStarted.tsx";
import { enterInBrowser } from "#web/features/room/prefetch-room.ts";
import { RoomRail } from "#web/features/room/RoomRail.tsx";
import { RoomLayout, RoomStage } from "#web/features/room/RoomStage.tsx";
import { useRoom } from "#web/features/room/use-room.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { DEFAULT_GENDER } from "#web/lib/constants.ts";
import { readOnServer } from "#web/lib/page/load-queries.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/stream.ts";
import { ClosedRoom } from "./ClosedRoom.tsx";
import { OpenRoom } from "./OpenRoom.tsx";

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
  if (entry.kind === "not_started" || entry.kind === "in_show") {
    const { model } = entry;
    const stage = (
      <RoomStage name={model?.artisticName ?? slug}>
        {model && (
          <img
            src={model.pictures.tall}
            alt=""
            className="absolute inset-0 size-full rounded-[inherit] object-cover brightness-50 saturate-50"
          />
        )}
        {entry.kind === "in_show" ? <InShow entry={entry} /> : <NotStarted slug={slug} model={model} />}
      </RoomStage>
    );
    return (
      <RoomLayout
        backdrop={model?.pictures.tall ?? null}
        rail={<RoomRail slug={slug} gender={model?.gender_id ?? DEFAULT_GENDER} />}
        stage={stage}
        chat={<ChatPlace />}
      />
    );
  }
  return <ClosedRoom refused={entry.kind === "refused" ? entry.message : null} retry={reload} />;
}

/** Holds the chat's column, so that the stage does not move when the room opens. */
function ChatPlace() {
  return <div className="phone:hidden" />;
}
