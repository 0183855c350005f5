import { useEffect, useEffectEvent, useRef } from "react";
import type { ContentItem } from "#web/lib/content/content-kinds.ts";
import { SourceFailed } from "./SourceFailed.tsx";
import { useSource } from "./use-source.ts";

export type ItemFileProps = {
  item: ContentItem;
  src: string;
  renew(): Promise<unknown>;
  /** It has just been bought: the keyboard goes on here. */
  focus: boolean;
};

/** A film in the browser's own player. What failed goes on, tried again, where it stood. */
export function ItemPlayer({ item, src, renew, focus }: ItemFileProps) {
  const video = useRef<HTMLVideoElement>(null);
  const stoodAt = useRef(0);
  const source = useSource(src, renew);
  useEffect(() => {
    if (focus) video.current?.focus({ preventScroll: true });
  }, [focus]);
  const look = useEffectEvent(() => video.current?.error && source.fail());
  // It may have failed before the page was alive.
  useEffect(() => void look(), []);
  return (
    <>
      {!source.failed && (
        // biome-ignore lint/a11y/useMediaCaption: nobody has written captions for what models upload
        <video
          ref={video}
          src={src}
          poster={item.thumb_clear ?? item.thumb_blurred}
          controls
          playsInline
          preload="metadata"
          aria-label={item.title}
          onTimeUpdate={({ currentTarget }) => {
            stoodAt.current = currentTarget.currentTime;
          }}
          onLoadedMetadata={({ currentTarget }) => {
            if (stoodAt.current > 0) currentTarget.currentTime = stoodAt.current;
          }}
          onError={source.fail}
          className="size-full object-contain"
        />
      )}
      {source.failed && <SourceFailed source={source} />}
    </>
  );
}
