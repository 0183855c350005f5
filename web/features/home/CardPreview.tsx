import { LivePicture } from "#web/entities/room/preview/LivePicture.tsx";
import { m } from "#web/paraglide/messages.js";
import { Pill } from "#web/ui/Badge.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";

/** The moving picture on the card that is pointed at, without a sound. */
export function CardPreview({ slug }: { slug: string }) {
  return (
    <>
      <LivePicture slug={slug} className="room-card-live" />
      <span aria-hidden="true" className="room-card-preview">
        <Pill tone="video">
          <Icon name="mute" size={14} />
          {m.home_preview()}
        </Pill>
      </span>
    </>
  );
}
