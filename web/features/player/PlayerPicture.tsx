import { lastPicture } from "#web/entities/room/preview/last-picture.ts";
import { useStore } from "#web/lib/store.ts";
import { cx } from "#web/ui/cx.ts";
import { useRoomPlayer } from "./RoomPlayer.tsx";

type PlayerPictureProps = { slug: string; poster: string };

/**
 * The video, and the still picture that stands in until the first frame and fades into it: what a preview of the room
 * showed last, where one led here.
 */
export function PlayerPicture({ slug, poster }: PlayerPictureProps) {
  const player = useRoomPlayer();
  const { last } = useStore(lastPicture);
  const moving = player.pictured && player.phase !== "ended" && player.phase !== "refused";
  const away = player.noPicture !== null || player.phase === "ended" || player.phase === "refused";
  return (
    <div className="absolute inset-0 overflow-hidden rounded-[inherit] bg-black">
      <img
        src={poster}
        alt=""
        data-poster=""
        width={540}
        height={960}
        fetchPriority="high"
        className={cx(
          "absolute inset-0 size-full object-cover",
          (player.landscape || away) && "scale-105 blur-md brightness-50 saturate-50",
        )}
      />
      {last?.slug === slug && (
        <div
          ref={(place) => place?.replaceChildren(last.picture)}
          aria-hidden="true"
          className={cx(
            "absolute inset-0 *:size-full *:object-cover",
            away && "scale-105 blur-md brightness-50 saturate-50",
          )}
        />
      )}
      {/* The room's words are in its chat; live speech has no captions. */}
      <video
        ref={player.attach}
        muted
        autoPlay
        playsInline
        disableRemotePlayback
        data-frames-decoded="0"
        data-phase={player.phase}
        className={cx(
          "absolute inset-0 size-full transition-opacity duration-(--shared)",
          player.landscape ? "object-contain" : "object-cover",
          (!moving || player.unseen) && "opacity-0",
          moving && !player.unseen && away && "opacity-25",
        )}
      />
      <div
        data-shade=""
        className="pointer-events-none absolute inset-0 bg-[linear-gradient(#0b0a10c7,#0b0a1000_17%,#0b0a1000_58%,#0b0a10d9_84%,#0b0a10f0)] phone:bg-[linear-gradient(#0b0a10c7,#0b0a1000_20%,#0b0a1000_40%,#0b0a1099_57%,#0b0a10d1_78%,#0b0a10eb)]"
      />
    </div>
  );
}
