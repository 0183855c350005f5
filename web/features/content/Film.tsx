import { useEffect, useEffectEvent, useRef } from "react";
import { SourceFailed, useSource } from "./SourceFailed.tsx";

export type FileProps = {
  title: string;
  src: string;
  /** Asks again for what the file belongs to, whose address is fresh then. */
  renew(): Promise<unknown>;
  /** It has just been bought: the keyboard goes on here. */
  focus: boolean;
};

/** A film in the browser's own player. What failed goes on, tried again, where it stood. */
export function Film({ title, src, renew, focus, poster }: FileProps & { poster?: string | undefined }) {
  const video = useRef<HTMLVideoElement>(null);
  const stoodAt = useRef(0);
  const source = useSource(src, renew);
  useEffect(() => {
    if (focus) video.current?.focus({ preventScroll: true });
  }, [focus]);
  const look = useEffectEvent(() => video.current?.error && source.fail());
  // It may have failed before the page was alive.
  useEffect(() => void look(), []);
  if (source.failed) return <SourceFailed source={source} />;
  return (
    // biome-ignore lint/a11y/useMediaCaption: nobody has written captions for what models upload
    <video
      ref={video}
      src={src}
      poster={poster}
      controls
      playsInline
      preload="metadata"
      aria-label={title}
      onTimeUpdate={({ currentTarget }) => {
        stoodAt.current = currentTarget.currentTime;
      }}
      onLoadedMetadata={({ currentTarget }) => {
        if (stoodAt.current > 0) currentTarget.currentTime = stoodAt.current;
      }}
      onError={source.fail}
      className="size-full min-h-0 object-contain"
    />
  );
}
