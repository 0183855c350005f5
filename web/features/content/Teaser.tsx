import { useState } from "react";
import { cx } from "#web/ui/cx.ts";

/** An item's silent teaser over its picture: nothing until its first frame. It begins again, unless its end is listened to. */
export function Teaser({ src, onEnded }: { src: string; onEnded?(): void }) {
  const [moving, setMoving] = useState(false);
  return (
    <video
      src={src}
      muted
      autoPlay
      playsInline
      loop={!onEnded}
      disableRemotePlayback
      disablePictureInPicture
      tabIndex={-1}
      aria-hidden="true"
      data-moving={moving}
      onPlaying={() => setMoving(true)}
      onEnded={onEnded}
      onError={onEnded}
      className={cx(
        "pointer-events-none absolute inset-0 size-full object-cover object-[50%_22%] transition-opacity duration-(--hover)",
        !moving && "opacity-0",
      )}
    />
  );
}
