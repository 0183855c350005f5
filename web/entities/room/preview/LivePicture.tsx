import { useEffect, useLayoutEffect, useState } from "react";
import { createBrowserSession } from "#web/lib/media/whep/browser-session.ts";
import { usePicture } from "#web/lib/media/whep/use-picture.ts";
import { useStore } from "#web/lib/store.ts";
import { cx } from "#web/ui/cx.ts";
import { askPlayback, type PlaybackKind } from "../playback.ts";
import { keepRoomShape } from "../room-shape.ts";
import { keepLastPicture } from "./last-picture.ts";

/** `large`: drawn larger than on a card, so that its lowest layer would be blurred. */
type LivePictureProps = { slug: string; large?: boolean; className: string };

/** A room's silent public picture over its still one: nothing until the first frame, and nothing when it ends. */
export function LivePicture({ slug, large = false, className }: LivePictureProps) {
  const { attach, moving } = usePreview(slug, large ? "large_preview" : "preview");
  return (
    <video
      ref={attach}
      muted
      autoPlay
      playsInline
      disableRemotePlayback
      disablePictureInPicture
      tabIndex={-1}
      aria-hidden="true"
      data-preview-of={slug}
      data-moving={moving}
      className={cx(
        "pointer-events-none transition-opacity duration-(--hover)",
        !moving && "opacity-0",
        className,
      )}
    />
  );
}

/** Plays a room's silent public picture while the component lives and the page is in sight; what fails, fails silently. */
function usePreview(slug: string, kind: PlaybackKind) {
  const [video, attach] = useState<HTMLVideoElement | null>(null);
  const [session] = useState(() => createBrowserSession(() => askPlayback(slug, kind), { silent: true }));
  const { phase, stream } = useStore(session);
  useEffect(() => {
    const follow = () => (document.hidden ? session.leave() : session.start());
    follow();
    document.addEventListener("visibilitychange", follow);
    window.addEventListener("pagehide", session.leave);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      window.removeEventListener("pagehide", session.leave);
      session.leave();
    };
  }, [session]);
  const { pictured, size } = usePicture(video, stream, session.pictured);
  useLayoutEffect(() => {
    if (size && size.width > 0) keepRoomShape(slug, size);
  }, [slug, size]);
  const moving = pictured && phase === "playing";
  // Before the page that takes its place is painted: its room begins with this picture.
  useLayoutEffect(() => {
    if (video && moving) return () => keepLastPicture(slug, video);
  }, [video, moving, slug]);
  return { attach, moving };
}
