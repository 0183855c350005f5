import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ModelPage } from "#contract/catalog.ts";
import { modelQuery } from "#web/entities/room/model-page.ts";
import { noPictureText, saidCause } from "#web/entities/room/no-picture-text.ts";
import type { Shape } from "#web/entities/room/room-shape.ts";
import { usePlayer } from "#web/features/player/use-player.ts";
import { useHydrated } from "#web/lib/page/lazy.tsx";
import { savesData } from "#web/lib/page/saves-data.ts";
import { useTopic } from "#web/lib/realtime/RealtimeProvider.tsx";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { wallPath } from "./wall-address.ts";

type WallTileProps = {
  slug: string;
  shape: Shape;
  /** The other rooms of the wall. */
  others: readonly string[];
  /** This room has the sound. */
  audible: boolean;
  onAudible(on: boolean): void;
};

const placeOf: Record<Shape, string> = {
  tall: "[--ratio:calc(9/16)] max-lg:only:mx-auto max-lg:only:w-[min(100%,320px)]",
  wide: "[--ratio:calc(16/9)] col-span-full",
};

/** One room of a wall: its public picture, or why there is none, with the ways into it and out of the wall. */
export function WallTile({ slug, shape, others, audible, onAudible }: WallTileProps) {
  const page = useQuery(modelQuery(slug)).data;
  const moves = useHydrated() && !savesData();
  useTopic("public", page ? [page.live_from.public] : []);
  const name = page?.artisticName ?? slug;
  const words = page === undefined ? null : whyNot(page, moves);
  return (
    <li
      data-theme="dark"
      data-shape={shape}
      className={cx(
        placeOf[shape],
        "[--high:calc((100dvh-268px-(var(--rows)-1)*12px)/var(--rows))] aspect-(--ratio) lg:max-w-[calc(var(--high)*var(--ratio))] lg:[flex:calc(var(--ratio)*16)_1_0] lg:group-data-[rows='2']/wall:[flex:0_1_calc(50%-6px)]",
        "relative overflow-hidden rounded-16 bg-black text-white has-data-wide:[&>img]:scale-105 has-data-wide:[&>img]:blur-md has-data-wide:[&>img]:brightness-50",
      )}
      data-testid={`wall-${slug}`}
    >
      {page && (
        <img
          src={page.pictures.tall}
          alt=""
          className={cx("absolute inset-0 size-full object-cover", words !== null && "brightness-50")}
        />
      )}
      {page && words === null && moves ? (
        <Playing page={page} isSmall={others.length > 1} audible={audible} onAudible={onAudible} />
      ) : (
        <Words>{words}</Words>
      )}
      <Link
        to={`/stream/${slug}`}
        viewTransition
        aria-label={m.wall_open({ name })}
        className="absolute inset-x-0 bottom-0 flex h-14 items-center bg-[linear-gradient(transparent,#0b0a10d9)] pr-14 pl-3 font-semibold"
      >
        <span className="truncate">{name}</span>
      </Link>
      <Link
        to={wallPath(others)}
        replace
        preventScrollReset
        aria-label={m.wall_remove({ name })}
        title={m.wall_remove({ name })}
        className="absolute top-1 right-1 grid size-11 place-items-center rounded-full bg-[rgb(11_10_16/.62)] hover:bg-[rgb(11_10_16/.82)]"
      >
        <Icon name="x" />
      </Link>
    </li>
  );
}

/** Why a room has no picture that moves here; null when it has one. */
function whyNot(page: ModelPage | null, moves: boolean): string | null {
  if (page === null) return m.wall_unknown();
  const { artisticName: name, blocked, stream } = page;
  if (blocked) return m.profile_blocked({ name });
  if (stream.stream_status === "stopped") return m.room_not_started_title({ name });
  if (stream.stream_type !== "public") return m.mini_player_shut({ name });
  if (stream.stream_status === "paused") return m.home_badge_paused();
  return moves ? null : m.wall_still();
}

/** Below the middle, where no face is. */
function Words({ children }: { children: ReactNode }) {
  return (
    <p
      role="status"
      className="absolute inset-x-3 top-[62%] rounded-12 bg-plate p-2 text-center text-14 font-semibold"
    >
      {children}
    </p>
  );
}

type PlayingProps = Pick<WallTileProps, "audible" | "onAudible"> & { page: ModelPage; isSmall: boolean };

/** A seat of the fan's as every room's: one that is taken by another page or device says so. */
function Playing({ page, isSmall, audible, onAudible }: PlayingProps) {
  const { login, artisticName: name, stream } = page;
  const player = usePlayer(login, { stream: { status: stream.stream_status }, isSmall, audible });
  const cause = saidCause(player.noPicture);
  return (
    <>
      <video
        ref={player.attach}
        muted
        autoPlay
        playsInline
        disableRemotePlayback
        data-frames-decoded="0"
        data-phase={player.phase}
        data-wide={player.landscape || undefined}
        className={cx(
          "absolute inset-0 size-full object-cover data-wide:object-contain transition-opacity duration-(--shared)",
          !player.pictured && "opacity-0",
        )}
      />
      {cause !== null && <Words>{noPictureText(cause).title}</Words>}
      {player.phase === "refused" && <Words>{m.room_refused_title()}</Words>}
      {player.phase === "elsewhere" && (
        <div className="absolute inset-x-3 top-[62%] z-1 grid justify-items-center gap-2 text-center text-14 font-semibold">
          <p role="status">{m.room_elsewhere_title()}</p>
          <Button size="sm" tone="solid" onClick={player.resume}>
            {m.room_elsewhere_action()}
          </Button>
        </div>
      )}
      <IconButton
        icon={player.muted ? "mute" : "sound"}
        variant="video"
        label={m.wall_sound({ name })}
        aria-pressed={!player.muted}
        onClick={() => onAudible(player.muted)}
        className={cx(
          "absolute right-1 bottom-1 z-1",
          !player.muted && "shadow-[inset_0_0_0_2px_var(--accent)]",
        )}
      />
    </>
  );
}
