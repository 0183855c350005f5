import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { currentLanguage } from "#web/lib/i18n/locale.ts";
import type { Latency } from "#web/lib/media/whep/playback-stats.ts";
import { m } from "#web/paraglide/messages.js";
import { IconButton, type IconButtonProps } from "#web/ui/buttons/IconButton.tsx";
import { cx } from "#web/ui/cx.ts";
import { QualityMenu } from "./QualityMenu.tsx";
import { useRoomPlayer } from "./RoomPlayer.tsx";
import type { Player } from "./use-player.ts";

const onVideo = "text-white hover:bg-[#fff2] hover:text-white";

type PlayerBarProps = {
  stage: RefObject<HTMLElement | null>;
  /** More controls, before those of the picture. */
  children?: ReactNode;
};

/**
 * Sound, measured delay, quality, picture in picture, full screen. A control that the browser cannot serve is not
 * offered.
 */
export function PlayerBar({ stage, children }: PlayerBarProps) {
  const player = useRoomPlayer();
  const can = useAbilities();
  return (
    <div className="-mx-2 flex items-center gap-1 phone:hidden">
      <IconButton
        icon={player.muted ? "mute" : "sound"}
        label={player.muted ? m.room_unmute() : m.room_mute()}
        onClick={() => player.setMuted(!player.muted)}
        className={onVideo}
      />
      <LatencyChip />
      <span className="flex-1" />
      {children}
      <QualityMenu player={player} side="up" className={cx("size-11 justify-center px-0", onVideo)} />
      {can.pip && <PictureInPicture player={player} className={onVideo} />}
      {can.fullscreen && <FullScreenButton stage={stage} />}
    </div>
  );
}

/** The controls of the picture on phones: quality, picture in picture, and silence once sound was turned on. */
export function PhoneBar() {
  const player = useRoomPlayer();
  const can = useAbilities();
  return (
    <>
      {!player.muted && (
        <IconButton
          icon="sound"
          variant="video"
          label={m.room_mute()}
          onClick={() => player.setMuted(true)}
        />
      )}
      <QualityMenu
        player={player}
        side="down"
        className="size-11 justify-center rounded-full bg-[rgb(11_10_16/.62)] px-0 text-white hover:bg-[rgb(11_10_16/.82)] hover:text-white"
      />
      {can.pip && <PictureInPicture player={player} variant="video" />}
    </>
  );
}

type LatencyChipProps = { short?: boolean; className?: string };

/** "Live · 0.8 s": how far the picture is behind, as measured, in words over HTTPS; nothing before it is seen to move. */
export function LatencyChip({ short = false, className }: LatencyChipProps) {
  const { phase, moving, pictured, latency } = useRoomPlayer();
  if (phase !== "playing" || !moving || !pictured || (short && latency === null)) return null;
  return (
    <span
      title={latencyHint(latency)}
      className={cx(
        "inline-flex items-center whitespace-nowrap gap-[7px] tabular-nums text-12 font-[550] text-[#F4F1FA]",
        className,
      )}
    >
      <span className="size-[7px] rounded-full bg-[#34D399]" />
      {latencyText(latency, short)}
    </span>
  );
}

function latencyText(latency: Latency | null, short: boolean): string {
  if (latency === null) return m.room_latency_none();
  if (latency.from === "https" && !short) return m.room_latency_https();
  const seconds = secondsText(latency);
  return short ? m.room_latency_short({ seconds }) : m.room_latency({ seconds });
}

function secondsText({ ms }: Latency): string {
  const digits = (ms / 1000).toFixed(1);
  return currentLanguage() === "es" ? digits.replace(".", ",") : digits;
}

function latencyHint(latency: Latency | null): string | undefined {
  if (latency === null) return undefined;
  if (latency.from === "https") return m.room_latency_https_hint({ seconds: secondsText(latency) });
  return latency.from === "camera" ? m.room_latency_camera() : m.room_latency_server();
}

function FullScreenButton({ stage }: { stage: RefObject<HTMLElement | null> }) {
  const [full, setFull] = useState(false);
  useEffect(() => {
    const onChange = () => setFull(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", onChange);
    return () => document.removeEventListener("fullscreenchange", onChange);
  }, []);
  const toggle = () => (full ? document.exitFullscreen() : stage.current?.requestFullscreen());
  return (
    <IconButton
      icon="full"
      label={full ? m.room_fullscreen_exit() : m.room_fullscreen()}
      onClick={toggle}
      className={onVideo}
    />
  );
}

type PictureInPictureProps = { player: Player } & Pick<IconButtonProps, "variant" | "className">;

function PictureInPicture({ player, ...variant }: PictureInPictureProps) {
  return (
    <IconButton
      icon="pip"
      label={m.room_pip()}
      onClick={() => togglePictureInPicture(player.video)}
      {...variant}
    />
  );
}

async function togglePictureInPicture(video: HTMLVideoElement | null) {
  if (document.pictureInPictureElement) await document.exitPictureInPicture();
  // Refused until the first frame is there; then there is nothing to show either.
  else await video?.requestPictureInPicture().catch(() => undefined);
}

/** Known after the page has come to life: the server cannot know. */
function useAbilities() {
  const [pip, setPip] = useState(true);
  const [fullscreen, setFullscreen] = useState(true);
  useEffect(() => {
    setPip(document.pictureInPictureEnabled === true);
    setFullscreen(document.fullscreenEnabled === true);
  }, []);
  return { pip, fullscreen };
}
