import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router";
import type { ModelPage } from "#contract/catalog.ts";
import { miniRoom } from "#web/entities/room/mini-room.ts";
import { modelQuery } from "#web/entities/room/model-page.ts";
import { noPictureText, saidCause } from "#web/entities/room/no-picture-text.ts";
import { roomShapes } from "#web/entities/room/room-shape.ts";
import { useWindowSize, type WindowSize } from "#web/lib/page/window-size.ts";
import { useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import { useStore } from "#web/lib/store.ts";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { cx } from "#web/ui/cx.ts";
import { toast } from "#web/ui/overlays/toast.ts";
import { usePlayer } from "./use-player.ts";

/** `raised`: the page has its own controls along the lower edge. */
type MiniPlayerProps = { raised: boolean };

/** The room that was left, small in a corner of the other pages, until it is closed, entered again, or no longer public. */
export function MiniPlayer({ raised }: MiniPlayerProps) {
  const { slug } = useStore(miniRoom);
  const page = useQuery({ ...modelQuery(slug ?? ""), enabled: slug !== null }).data;
  return slug !== null && page ? <Playing key={page.id} page={page} raised={raised} /> : null;
}

const close = () => miniRoom.set({ slug: null });

function Playing({ page, raised }: { page: ModelPage; raised: boolean }) {
  const { login, artisticName: name, stream, pictures } = page;
  const { stream_status: status, stream_type: type } = stream;
  useTopic("public", [page.live_from.public]);
  const player = usePlayer(login, { stream: { status }, isSmall: true });
  const cause = saidCause(player.noPicture);
  const isOver = status === "stopped" || type !== "public" || player.phase === "refused";
  useEffect(() => {
    if (!isOver) return;
    toast({
      kind: "info",
      text: status === "stopped" ? m.mini_player_ended({ name }) : m.mini_player_shut({ name }),
    });
    close();
  }, [isOver, status, name]);
  const size = useWindowSize();
  const isWide = useStore(roomShapes)[login] === "wide";
  return (
    <section
      aria-label={m.mini_player({ name })}
      data-theme="dark"
      style={{ width: isWide ? wideMiniWidth(size) : miniWidth(size) }}
      className={cx(
        "fixed right-3 z-40 overflow-hidden rounded-16 bg-black shadow-[0_12px_40px_#000a] motion-safe:animate-[fade_200ms] lg:right-6",
        isWide ? "aspect-video" : "aspect-[9/16]",
        raised
          ? "top-[calc(var(--header)+var(--offline-bar)+12px)] lg:top-[calc(200px+var(--offline-bar))]"
          : "bottom-[calc(76px+env(safe-area-inset-bottom))] lg:bottom-6",
      )}
    >
      <img src={pictures.tall} alt="" className="absolute inset-0 size-full object-cover" />
      <video
        ref={player.attach}
        muted
        autoPlay
        playsInline
        disableRemotePlayback
        data-frames-decoded="0"
        className={cx(
          "absolute inset-0 size-full object-cover transition-opacity duration-(--shared)",
          !player.pictured && "opacity-0",
          status === "paused" && "opacity-25",
        )}
      />
      <Link
        to={`/stream/${login}`}
        viewTransition
        aria-label={m.mini_player_back({ name })}
        className="absolute inset-0 flex items-end bg-[linear-gradient(#0b0a1066,#0b0a1000_30%,#0b0a1000_60%,#0b0a10d9)] p-2.5 text-white"
      >
        <span className="truncate pr-9 text-14 font-semibold">{name}</span>
      </Link>
      <p
        role="status"
        className="pointer-events-none absolute inset-x-2.5 top-1/2 -translate-y-1/2 text-center text-14 font-semibold text-white"
      >
        {cause !== null ? noPictureText(cause).title : status === "paused" && m.home_badge_paused()}
      </p>
      <IconButton
        icon="x"
        variant="video"
        label={m.mini_player_close()}
        onClick={close}
        className="absolute top-1 right-1"
      />
      <IconButton
        icon={player.muted ? "mute" : "sound"}
        variant="video"
        label={player.muted ? m.room_unmute() : m.room_mute()}
        onClick={() => player.setMuted(!player.muted)}
        className="absolute right-1 bottom-1"
      />
    </section>
  );
}

/** A third of a phone's width, and on larger screens what leaves two thirds of the height to the page. */
function miniWidth({ width, height }: WindowSize): number {
  return width < 768 ? Math.round(width / 3.2) : Math.min(200, Math.round((height / 3) * (9 / 16)));
}

/** As high as a thumb's reach on a phone, and on larger screens about as large as a tall one. */
function wideMiniWidth({ width }: WindowSize): number {
  return width < 768 ? Math.round(width / 2) : 300;
}
