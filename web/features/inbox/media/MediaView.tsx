import { useRef, useState } from "react";
import type { BrokenReason, ChatMedia } from "#contract/chat-message.ts";
import { openedComponent } from "#web/lib/page/lazy.tsx";
import { m } from "#web/paraglide/messages.js";
import { dialogPlace } from "#web/ui/overlays/opening.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { Spinner } from "#web/ui/Spinner.tsx";
import { SourceFailed, useSource } from "#web/ui/states/SourceFailed.tsx";
import { frameOf } from "./frame.ts";

const PictureDialog = openedComponent(
  () => import("./PictureDialog.tsx").then((file) => file.PictureDialog),
  dialogPlace,
);

type MediaViewProps = {
  media: ChatMedia;
  mine: boolean;
  name: string;
  /** Asks again for what it belongs to, whose files then have fresh addresses. */
  renew(): Promise<unknown>;
};

/** A picture or video that may be seen; a word in its place while it is being prepared, or when it cannot be read. */
export function MediaView({ media, mine, name, renew }: MediaViewProps) {
  if (media.is_broken || media.is_processing || media.url === null) return <NotYet media={media} />;
  const file = { src: media.url, thumb: media.thumb, renew };
  return (
    <div
      className="relative max-w-full overflow-hidden rounded-16 bg-black has-[[role=alert]]:min-h-[150px]"
      style={frameOf(media)}
    >
      {media.type === "picture" ? (
        <Picture {...file} label={mine ? m.inbox_own_picture() : m.inbox_picture_of({ name })} />
      ) : (
        <Video {...file} label={mine ? m.inbox_own_video() : m.inbox_video_of({ name })} />
      )}
    </div>
  );
}

type FileProps = { src: string; thumb: string | null; label: string; renew(): Promise<unknown> };

/** A video that failed goes on, tried again, where it stood. */
function Video({ src, thumb, label, renew }: FileProps) {
  const stoodAt = useRef(0);
  const source = useSource(src, renew);
  if (source.failed) return <SourceFailed small source={source} />;
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- what people record for each other has none
    <video
      controls
      playsInline
      preload="none"
      poster={thumb ?? undefined}
      src={src}
      aria-label={label}
      onTimeUpdate={({ currentTarget }) => {
        stoodAt.current = currentTarget.currentTime;
      }}
      onLoadedMetadata={({ currentTarget }) => {
        if (stoodAt.current > 0) currentTarget.currentTime = stoodAt.current;
      }}
      onError={source.fail}
      className="size-full"
    />
  );
}

function Picture({ src, thumb, label, renew }: FileProps) {
  const [open, setOpen] = useState(false);
  const small = thumb ?? src;
  const source = useSource(small, renew);
  return (
    <>
      {source.failed ? (
        <SourceFailed small source={source} />
      ) : (
        <button
          type="button"
          onClick={() => setOpen(true)}
          aria-label={`${label}. ${m.inbox_open_picture()}`}
          className="block size-full"
        >
          <img src={small} alt="" loading="lazy" onError={source.fail} className="size-full object-cover" />
        </button>
      )}
      {open && <PictureDialog src={src} label={label} renew={renew} onClose={() => setOpen(false)} />}
    </>
  );
}

function NotYet({ media }: { media: ChatMedia }) {
  return (
    <div
      style={frameOf(media)}
      className="grid max-w-full place-content-center justify-items-center gap-2 rounded-16 bg-overlay p-4 text-center text-text-2"
    >
      {media.is_broken ? <Icon name="alert" className="text-error" /> : <Spinner />}
      <p>{media.is_broken ? brokenText(media) : m.inbox_processing()}</p>
    </div>
  );
}

const brokenTexts: Record<BrokenReason, () => string> = {
  not_a_video: m.inbox_broken_not_a_video,
  video_broken: m.inbox_broken_video_broken,
  no_video_track: m.inbox_broken_no_video_track,
  codec: m.inbox_broken_codec,
  too_long: m.inbox_broken_too_long,
};

const brokenText = ({ broken_reason: reason }: ChatMedia): string =>
  reason === null ? m.inbox_broken() : brokenTexts[reason]();
