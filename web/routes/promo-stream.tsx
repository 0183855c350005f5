import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { ShouldRevalidateFunctionArgs } from "react-router";
import { useNavigate } from "react-router";
import type { Room } from "#contract/live.ts";
import type { PromoStream } from "#contract/shows.ts";
import { titled } from "#contract/site-name.ts";
import type { PromoEntry } from "#web/entities/show/enter-promo.ts";
import type { OverShow } from "#web/entities/show/fan-show.ts";
import { promoQuery } from "#web/entities/show/promo-query.ts";
import { RoomLayout, RoomStage } from "#web/features/room/RoomStage.tsx";
import { useRoom } from "#web/features/room/use-room.ts";
import { PromoNotice } from "#web/features/show/PromoNotice.tsx";
import { PromoRefusal } from "#web/features/show/PromoRefusal.tsx";
import { useMissedEnd } from "#web/features/show/use-missed-end.ts";
import { browserQueryClient } from "#web/lib/api/query-client.ts";
import { saveRouteForMailedLink } from "#web/lib/navigation/saved-route.ts";
import { readInBrowser, readOnServer } from "#web/lib/page/load-queries.ts";
import { useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/promo-stream.ts";
import { RoomError } from "./stream/RoomError.tsx";
import { RoomView } from "./stream/RoomView.tsx";
import { isUnavailable, UnavailableRoom } from "./stream/UnavailableRoom.tsx";

export const meta: Route.MetaFunction = () => [
  { title: titled(m.promo_document()) },
  { name: "robots", content: "noindex" },
];

export const loader = (args: Route.LoaderArgs) =>
  readOnServer(args, (client) => client.prefetchQuery(promoQuery(args.params.token)));

export const clientLoader = ({ params: { token } }: Route.ClientLoaderArgs) =>
  readInBrowser(browserQueryClient().prefetchQuery({ ...promoQuery(token), staleTime: 0 }));

/** A promo is opened once; its events do the rest. */
export const shouldRevalidate = ({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) =>
  currentParams.token !== nextParams.token;

export default function Promo({ params: { token } }: Route.ComponentProps) {
  return <Gate key={token} token={token} />;
}

function Gate({ token }: { token: string }) {
  const { entry, reload } = usePromo(token);
  if (entry.kind !== "open") {
    return (
      <RoomLayout
        backdrop={null}
        sidebar={<SidebarPlace />}
        stage={
          <RoomStage name={m.promo_document()}>
            <PromoRefusal entry={entry} />
          </RoomStage>
        }
      />
    );
  }
  const { page } = entry;
  if (page.room) return <Show key={page.room.show?.id} room={page.room} reloadPromo={reload} />;
  return <Wait page={page} />;
}

/**
 * The promo as it is now. While its page is open the fan is in the promo's topic, which is how the model sees who waits.
 */
function usePromo(token: string) {
  const client = useQueryClient();
  const viewer = useViewer();
  const entry = useQuery(promoQuery(token)).data ?? notRead;
  const page = entry.kind === "open" ? entry.page : null;
  const isOpened = page?.promo.opened === true;
  const reload = () => client.invalidateQueries({ queryKey: promoQuery(token).queryKey });
  const waitsForEmail = entry.kind === "refused" && entry.code === "promo_unconfirmed";
  // The server, which draws the page for programs too, has only looked.
  const mayOpen = (page !== null && !isOpened) || (waitsForEmail && viewer?.validation === "confirmed");
  const open = useEffectEvent(() => void reload());
  useEffect(() => {
    if (mayOpen) open();
  }, [mayOpen]);
  useEffect(() => {
    if (waitsForEmail) saveRouteForMailedLink(location.pathname);
  }, [waitsForEmail]);
  useTopic(isOpened ? page.topic : null);
  useTopic("public", page ? [page.live_from.public] : []);
  useTopic(page && viewer && `person:${viewer.id}`, page ? [page.live_from.person] : []);
  return { entry, reload };
}

const notRead: PromoEntry = { kind: "failed" };

function Wait({ page }: { page: PromoStream }) {
  const { model } = page;
  return (
    <RoomLayout
      backdrop={model.pictures.tall}
      sidebar={<SidebarPlace />}
      stage={
        <RoomStage name={model.artisticName}>
          <img
            src={model.pictures.tall}
            alt=""
            className="absolute inset-0 size-full rounded-[inherit] object-cover brightness-50 saturate-50"
          />
          <PromoNotice page={page} />
        </RoomStage>
      }
    />
  );
}

/** The show itself is the model's room; when it is over, what is left waits here again, or their public room follows. */
function Show({ room, reloadPromo }: { room: Room; reloadPromo(): Promise<void> }) {
  const slug = room.model.login;
  const navigate = useNavigate();
  const { entry, reload } = useRoom(slug);
  useMissedEnd(slug);
  const afterwards = ({ show, reason }: OverShow) => {
    if (reason !== "withdrawn" && show.seconds_left !== 0) void reloadPromo();
    else void navigate(`/stream/${slug}`, { replace: true });
  };
  if (isUnavailable(entry)) return <UnavailableRoom entry={entry} reload={reload} />;
  if (entry.kind !== "open") return <RoomError entry={entry} retry={reload} />;
  return <RoomView room={entry.room} reload={reload} afterShow={afterwards} />;
}

/** Holds the column of other rooms where there is one. */
function SidebarPlace() {
  return <div className="hidden 2xl:block" />;
}
