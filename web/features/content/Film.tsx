import { type KeyboardEvent, type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { useHydrated } from "#web/lib/page/lazy.tsx";
import { SourceFailed, useSource } from "#web/ui/states/SourceFailed.tsx";
import { FilmControls, type FilmState, togglePlay } from "./FilmControls.tsx";

export type FileProps = {
  title: string;
  src: string;
  /** Asks again for what the file belongs to, whose address is fresh then. */
  renew(): Promise<unknown>;
  /** The film has just been bought: the keyboard goes on here. */
  focus: boolean;
};

/**
 * A film in our own player; in the browser's own one until the page is hydrated. A film that failed goes on, tried
 * again, where it stood.
 */
export function Film({ title, src, renew, focus, poster }: FileProps & { poster?: string | undefined }) {
  const video = useRef<HTMLVideoElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const stoodAt = useRef(0);
  const [state, setState] = useState(atRest);
  const hydrated = useHydrated();
  const source = useSource(src, renew);
  useEffect(() => {
    if (focus) video.current?.focus({ preventScroll: true });
  }, [focus]);
  const look = useEffectEvent(() => {
    if (video.current) setState(stateOf(video.current));
    if (video.current?.error) source.fail();
  });
  // The film may have failed, or begun to play, before the page was hydrated.
  useEffect(() => look(), []);
  if (source.failed) return <SourceFailed source={source} />;
  const follow = ({ currentTarget }: SyntheticEvent<HTMLVideoElement>) => setState(stateOf(currentTarget));
  return (
    <div ref={stage} className="group relative size-full bg-black">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody has written captions for what models upload */}
      <video
        ref={video}
        src={src}
        poster={poster}
        controls={!hydrated}
        tabIndex={0}
        playsInline
        preload="metadata"
        aria-label={title}
        onClick={({ currentTarget }) => hydrated && void togglePlay(currentTarget)}
        onKeyDown={(event) => onKey(event)}
        onTimeUpdate={(event) => {
          stoodAt.current = event.currentTarget.currentTime;
          follow(event);
        }}
        onLoadedMetadata={(event) => {
          if (stoodAt.current > 0) event.currentTarget.currentTime = stoodAt.current;
          follow(event);
        }}
        onPlay={follow}
        onPause={follow}
        onSeeking={follow}
        onEnded={follow}
        onVolumeChange={follow}
        onRateChange={follow}
        onError={source.fail}
        className="size-full min-h-0 object-contain"
      />
      {hydrated && (
        <FilmControls
          video={video}
          stage={stage}
          state={state}
          onChanged={(film) => setState(stateOf(film))}
        />
      )}
    </div>
  );
}

const atRest: FilmState = { paused: true, at: 0, length: 0, muted: false, rate: 1 };

const stateOf = (film: HTMLVideoElement): FilmState => ({
  paused: film.paused,
  at: film.currentTime || 0,
  length: Number.isFinite(film.duration) ? film.duration : 0,
  muted: film.muted,
  rate: film.playbackRate,
});

const stepSeconds = 5;

/** Space plays and pauses, the arrows go back and forth. */
function onKey(event: KeyboardEvent<HTMLVideoElement>) {
  const film = event.currentTarget;
  if (event.key === " ") void togglePlay(film);
  else if (event.key === "ArrowRight") film.currentTime += stepSeconds;
  else if (event.key === "ArrowLeft") film.currentTime -= stepSeconds;
  else return;
  event.preventDefault();
}
