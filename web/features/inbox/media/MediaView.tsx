import { useState } from "react";
import type { ChatMedia } from "#contract/chat-message.ts";
import { openedComponent } from "#web/lib/page/lazy.tsx";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/Icon.tsx";
import { dialogPlace } from "#web/ui/opening.tsx";
import { Spinner } from "#web/ui/Spinner.tsx";
import { frameOf } from "./frame.ts";

const PictureDialog = openedComponent(
  () => import("./PictureDialog.tsx").then((file) => file.PictureDialog),
  dialogPlace,
);

type MediaViewProps = { media: ChatMedia; mine: boolean; name: string };

/** A picture or video that may be seen; a word in its place while it is being prepared, or when it cannot be read. */
export function MediaView({ media, mine, name }: MediaViewProps) {
  if (media.is_broken || media.is_processing || media.url === null) return <NotYet media={media} />;
  return (
    <div className="max-w-full overflow-hidden rounded-16 bg-black" style={frameOf(media)}>
      {media.type === "picture" ? (
        <Picture media={media} label={mine ? m.inbox_own_picture() : m.inbox_picture_of({ name })} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- what people record for each other has none
        <video
          controls
          playsInline
          preload="none"
          poster={media.thumb ?? undefined}
          src={media.url}
          aria-label={mine ? m.inbox_own_video() : m.inbox_video_of({ name })}
          className="size-full"
        />
      )}
    </div>
  );
}

function Picture({ media, label }: { media: ChatMedia; label: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-label={`${label}. ${m.inbox_open_picture()}`}
        className="block size-full"
      >
        <img src={media.thumb ?? media.url ?? ""} alt="" loading="lazy" className="size-full object-cover" />
      </button>
      {open && media.url && <PictureDialog src={media.url} label={label} onClose={() => setOpen(false)} />}
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
      <p>{media.is_broken ? m.inbox_broken() : m.inbox_processing()}</p>
    </div>
  );
}
