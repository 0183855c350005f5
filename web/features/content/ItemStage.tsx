import { useState } from "react";
import { type ContentItem, closedIcon, itemDetails } from "#web/entities/content/content-item.ts";
import { m } from "#web/paraglide/messages.js";
import { Pill } from "#web/ui/Badge.tsx";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { Film } from "./Film.tsx";
import { LockedPicture } from "./LockedPicture.tsx";
import { Teaser } from "./Teaser.tsx";
import { WholePicture } from "./WholePicture.tsx";

type ItemStageProps = {
  item: ContentItem;
  /** Asks for the item again, whose files then have fresh addresses. */
  renew(): Promise<unknown>;
};

/** The film or picture itself: a blurred picture with what is behind it while it is locked, which gives way to it. */
export function ItemStage({ item, renew }: ItemStageProps) {
  const [lockedAtFirst] = useState(!item.payed);
  const open = item.payed && item.watchUrl !== null ? item.watchUrl : null;
  const { width, height } = item;
  return (
    <div
      data-theme="dark"
      style={{ aspectRatio: `${width} / ${height}` }}
      // A locked item leaves room for its price on small screens, and keeps its height when it opens.
      className={cx(
        "relative min-h-[200px] w-full overflow-hidden bg-black text-text md:rounded-16 lg:row-span-2 lg:max-h-[72dvh]",
        lockedAtFirst ? "max-h-[36dvh]" : "max-h-[52dvh]",
      )}
    >
      {(open === null || lockedAtFirst) && (
        <span className="absolute inset-0 isolate">
          <LockedPicture item={item} faceSize={96} eager first />
        </span>
      )}
      {open === null ? (
        <Locked item={item} />
      ) : (
        <div
          className={`absolute inset-0 bg-black ${lockedAtFirst ? "motion-safe:animate-[fade_250ms_var(--ease)]" : ""}`}
        >
          {item.type === "video" ? (
            <Film
              title={item.title}
              src={open}
              renew={renew}
              focus={lockedAtFirst}
              poster={item.thumb_clear ?? item.thumb_blurred}
            />
          ) : (
            <WholePicture title={item.title} src={open} renew={renew} focus={lockedAtFirst} />
          )}
        </div>
      )}
    </div>
  );
}

function Locked({ item }: { item: ContentItem }) {
  return (
    <>
      {item.teaser !== null && <TeaserButton src={item.teaser} />}
      <span className="absolute bottom-3 left-3 z-1 flex gap-1.5">
        <Pill tone="video">
          <Icon name={closedIcon(item)} size={14} />
        </Pill>
        {itemDetails(item).map((fact) => (
          <Pill key={fact} tone="video">
            {fact}
          </Pill>
        ))}
      </span>
    </>
  );
}

/** Plays the teaser once, over the picture; the button stays where the focus is, and stops it. */
function TeaserButton({ src }: { src: string }) {
  const [playing, setPlaying] = useState(false);
  return (
    <>
      {playing && <Teaser src={src} onEnded={() => setPlaying(false)} />}
      <button
        type="button"
        aria-pressed={playing}
        onClick={() => setPlaying(!playing)}
        className={cx(
          "absolute right-3 bottom-3 z-1 inline-flex min-h-11 items-center gap-2 rounded-full bg-plate px-4 font-semibold hover:bg-black",
          playing && "opacity-0 hover:opacity-100 focus-visible:opacity-100",
        )}
      >
        <Icon name={playing ? "pause" : "play"} size={18} />
        {m.content_teaser_play()}
      </button>
    </>
  );
}
