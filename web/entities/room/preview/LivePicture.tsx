import { cx } from "#web/ui/cx.ts";
import { usePreview } from "./use-preview.ts";

type LivePictureProps = { slug: string; className: string };

/** A room's silent public picture over its still one: nothing until the first frame, and nothing when it ends. */
export function LivePicture({ slug, className }: LivePictureProps) {
  const { attach, moving } = usePreview(slug);
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
