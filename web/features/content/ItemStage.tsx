import { useState } from "react";
import { type ContentItem, closedIcon, itemDetails } from "#web/entities/content/content-item.ts";
import { Pill } from "#web/ui/Badge.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { Film } from "./Film.tsx";
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
      className="relative max-h-[52dvh] min-h-[200px] lg:row-span-2 lg:max-h-[72dvh] w-full overflow-hidden bg-black text-text md:rounded-16"
    >
      {(open === null || lockedAtFirst) && (
        <img
          src={item.thumb_blurred}
          alt=""
          fetchPriority="high"
          className="absolute inset-0 size-full object-cover object-[50%_22%]"
        />
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
      <span className="absolute inset-0 m-auto grid size-[52px] place-items-center rounded-full bg-plate">
        <Icon name={closedIcon(item)} size={24} />
      </span>
      <span className="absolute bottom-3 left-3 flex gap-1.5">
        {itemDetails(item).map((fact) => (
          <Pill key={fact} tone="video">
            {fact}
          </Pill>
        ))}
      </span>
    </>
  );
}
