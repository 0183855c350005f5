import { type RefObject, useEffect, useState } from "react";
import { currentLanguage } from "#web/lib/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { IconButton } from "#web/ui/IconButton.tsx";
import type { Player } from "./use-player.ts";

const onVideo = "text-white hover:bg-[#fff2] hover:text-white";

/** Sound, measured delay, picture in picture, full screen. What the browser cannot do is not offered. */
export function PlayerBar({ player, stage }: { player: Player; stage: RefObject<HTMLElement | null> }) {
  const can = useAbilities();
  return (
    <div className="-mx-2 flex items-center gap-1">
      <IconButton
        icon={player.muted ? "mute" : "sound"}
        label={player.muted ? m.room_unmute() : m.room_mute()}
        onClick={() => player.setMuted(!player.muted)}
        className={onVideo}
      />
      <LatencyChip player={player} />
      <span className="flex-1" />
      {can.pip && (
        <IconButton
          icon="pip"
          label={m.room_pip()}
          onClick={() => togglePictureInPicture(player.video)}
          className={onVideo}
        />
      )}
      {can.fullscreen && <FullScreenButton stage={stage} />}
    </div>
  );
}

/** What a phone's room has of the bar: the measured delay, and sound once it was turned on. */
export function PhoneBar({ player }: { player: Player }) {
  return (
    <span className="ml-auto flex items-center gap-1 desk:hidden">
      <LatencyChip player={player} short />
      {!player.muted && (
        <IconButton
          icon="sound"
          iconSize={18}
          label={m.room_mute()}
          onClick={() => player.setMuted(true)}
          className={`-my-2 -mr-1 ${onVideo}`}
        />
      )}
    </span>
  );
}

/** "Live · 0.8 s": how far the picture is behind, as measured. */
export function LatencyChip({ player, short = false }: { player: Player; short?: boolean }) {
  const playing = player.phase === "playing";
  const seconds = player.latencyMs === null ? null : (player.latencyMs / 1000).toFixed(1);
  const written = currentLanguage() === "es" ? seconds?.replace(".", ",") : seconds;
  return (
    <span
      title={m.room_latency_hint()}
      className={cx(
        "inline-flex items-center whitespace-nowrap gap-[7px] text-12 font-[550] text-[#F4F1FA]",
        !playing && "invisible",
      )}
    >
      <span className="size-[7px] rounded-full bg-[#34D399]" />
      {latencyText(written, short)}
    </span>
  );
}

function latencyText(seconds: string | undefined | null, short: boolean): string {
  if (!seconds) return short ? "" : m.room_latency_none();
  return short ? m.room_latency_short({ seconds }) : m.room_latency({ seconds });
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

async function togglePictureInPicture(video: HTMLVideoElement | null) {
  if (document.pictureInPictureElement) await document.exitPictureInPicture();
  // Refused until the first frame is there; then there is nothing to show either.
  else await video?.requestPictureInPicture().catch(() => undefined);
}

/** Known after the page has come to life: the server cannot tell. */
function useAbilities() {
  const [can, setCan] = useState({ pip: true, fullscreen: true });
  useEffect(
    () =>
      setCan({
        pip: document.pictureInPictureEnabled === true,
        fullscreen: document.fullscreenEnabled === true,
      }),
    [],
  );
  return can;
}
