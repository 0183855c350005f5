import { type RefObject, useEffect, useState } from "react";
import { lengthText, spokenLength } from "#web/entities/content/content-item.ts";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { cx } from "#web/ui/cx.ts";

/** The state of a film; times in seconds. */
export type FilmState = { paused: boolean; at: number; length: number; muted: boolean; rate: number };

type FilmControlsProps = {
  video: RefObject<HTMLVideoElement | null>;
  /** The element that is shown in full: film and controls. */
  stage: RefObject<HTMLElement | null>;
  state: FilmState;
  /** Called at once, before the film's own event: the next press begins where this one led. */
  onChanged(film: HTMLVideoElement): void;
};

const onVideo = "text-white hover:bg-[#fff2] hover:text-white";
const rates = [1, 1.5, 2, 0.75];

/** Play, place, sound, speed and full screen, over a film. They give way while it plays and nobody points at it. */
export function FilmControls({ video, stage, state, onChanged }: FilmControlsProps) {
  const { paused, at, length, muted, rate } = state;
  const change = (set: (film: HTMLVideoElement) => void) => {
    if (!video.current) return;
    set(video.current);
    onChanged(video.current);
  };
  const seek = (to: number) =>
    change((film) => {
      film.currentTime = to;
    });
  const faster = () =>
    change((film) => {
      film.playbackRate = rates[(rates.indexOf(rate) + 1) % rates.length] ?? 1;
    });
  const silence = () =>
    change((film) => {
      film.muted = !muted;
    });
  return (
    <div
      className={cx(
        "absolute inset-x-0 bottom-0 grid gap-1 bg-[linear-gradient(0deg,rgb(11_10_16/.9),transparent)] px-3 pt-8 pb-1.5 transition-opacity duration-(--hover)",
        !paused && "opacity-0 group-focus-within:opacity-100 group-hover:opacity-100",
      )}
    >
      <input
        type="range"
        aria-label={m.content_film_place()}
        aria-valuetext={spokenLength(Math.floor(at))}
        min={0}
        max={length || 1}
        step={0.1}
        value={Math.min(at, length)}
        onChange={({ target }) => seek(Number(target.value))}
        className="h-6 w-full cursor-pointer accent-accent"
      />
      <div className="-mx-1.5 flex items-center gap-1">
        <IconButton
          icon={paused ? "play" : "pause"}
          label={paused ? m.content_film_play() : m.content_film_pause()}
          onClick={() => void togglePlay(video.current)}
          className={onVideo}
        />
        <IconButton
          icon={muted ? "mute" : "sound"}
          label={muted ? m.content_film_unmute() : m.content_film_mute()}
          onClick={silence}
          className={onVideo}
        />
        <span className="px-1 text-12 text-white tabular-nums" aria-hidden="true">
          {lengthText(Math.floor(at))} / {lengthText(Math.round(length))}
        </span>
        <span className="flex-1" />
        <button
          type="button"
          aria-label={m.content_film_speed({ rate: String(rate) })}
          onClick={faster}
          className={cx("min-h-11 min-w-11 rounded-12 px-2 text-14 font-semibold tabular-nums", onVideo)}
        >
          {rate}×
        </button>
        <FullScreenButton video={video} stage={stage} />
      </div>
    </div>
  );
}

/** Plays or pauses; a browser that plays nothing yet says so by its own state. */
export async function togglePlay(film: HTMLVideoElement | null): Promise<void> {
  if (!film) return;
  if (!film.paused) return film.pause();
  try {
    await film.play();
  } catch {
    // Interrupted, or its file failed: the element reports the latter by an event of its own.
  }
}

/** Phones of Apple show nothing but the film itself in full. */
type AppleVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

function FullScreenButton({ video, stage }: Pick<FilmControlsProps, "video" | "stage">) {
  const [full, setFull] = useState(false);
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", look);
    return () => document.removeEventListener("fullscreenchange", look);
  }, []);
  const toggle = () => {
    if (full) return document.exitFullscreen();
    if (document.fullscreenEnabled) return stage.current?.requestFullscreen();
    (video.current as AppleVideo | null)?.webkitEnterFullscreen?.();
  };
  return (
    <IconButton
      icon="full"
      label={full ? m.content_film_leave_full() : m.content_film_full()}
      onClick={() => void toggle()}
      className={onVideo}
    />
  );
}
