import { memo, useState } from "react";
import { Link } from "react-router";
import type { Language } from "#contract/common.ts";
import type { Post } from "#contract/content.ts";
import {
  type ContentItem,
  type ContentKind,
  itemPath,
  lengthText,
  spokenLength,
} from "#web/entities/content/content-item.ts";
import type { PurchasedItem } from "#web/entities/content/content-query.ts";
import { ago, shortCount, tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Pill } from "#web/ui/Badge.tsx";
import { Coin } from "#web/ui/pictures/Coin.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { LockedPicture } from "./LockedPicture.tsx";
import { Stars } from "./Stars.tsx";

export type ContentTileProps = {
  kind: ContentKind;
  item: ContentItem;
  /** Renders the tile again when the language changes. */
  language: Language;
  /** When the list was made, for "2 h". */
  now: string;
  /** Place in the list: pictures of the first row load at once, and the first two first. */
  place: number;
  /** The worth of its price in money, once that is known. */
  worth: string | null;
};

/** Tiles in the first row of the widest layout. */
const firstRow = 5;

/** One video or post: a link to its page with the whole story in its name. */
export const ContentTile = memo(function ContentTile(props: ContentTileProps) {
  const { kind, item, now, language } = props;
  return (
    <li
      id={tileId(kind, item)}
      className="content-tile"
      data-testid={tileId(kind, item)}
      data-teaser={item.teaser ?? undefined}
    >
      <Link to={itemPath(kind, item.id)} className="group block rounded-12" viewTransition>
        <span aria-hidden="true">
          <TilePicture {...props} />
          <span className="mt-2 line-clamp-2 font-semibold group-hover:underline">{item.title}</span>
          <span className="mt-0.5 flex items-center justify-between gap-2 text-12 text-text-2">
            <span className="truncate">
              {item.model.artisticName} · {timeText(item, new Date(now), language)}
            </span>
            <Stars rating={item.rating} />
          </span>
          {/* The worth comes late, and finds its room. */}
          <span className="mt-0.5 flex min-h-[18px] items-center whitespace-nowrap">
            <Price {...props} />
          </span>
          {"likes" in item && <Reactions likes={item.likes} comments={item.comments} />}
        </span>
        <span className="sr-only">{tileName(kind, item)}</span>
      </Link>
    </li>
  );
});

/** The id of an item's tile in the document. */
export const tileId = (kind: ContentKind, { id }: Pick<ContentItem, "id">) => `${kind}-${id}`;

/** Everything a tile shows, in one sentence: the accessible name of its link. */
export function tileName(kind: ContentKind, item: ContentItem): string {
  const name = item.model.artisticName;
  const parts = [
    item.title,
    kind === "video" ? m.content_video_by({ name }) : m.content_post_by({ name }),
    item.duration === null ? m.content_picture() : spokenLength(item.duration),
    accessText(item),
    ...(item.rating === null ? [] : [m.content_rated({ stars: item.rating.stars })]),
    ...("likes" in item && item.likes > 0 ? [m.content_likes({ count: item.likes })] : []),
    ...("likes" in item && item.comments > 0 ? [m.content_comment_count({ count: item.comments })] : []),
  ];
  return parts.join(", ");
}

function accessText({ payed, access, price }: ContentItem): string {
  if (access === "subscription") return m.content_by_subscription();
  if (payed && access !== "free") return m.content_yours();
  if (price === 0) return m.content_free();
  return m.content_locked({ count: price, amount: tokens(price) });
}

function timeText(item: ContentItem | PurchasedItem, now: Date, language: Language): string {
  if ("added_at" in item) return m.purchases_bought({ ago: ago(item.added_at, now, language) });
  return ago(item.published_at, now, language);
}

function TilePicture({ item, place }: ContentTileProps) {
  const { payed, access, duration, price } = item;
  const eager = place < firstRow;
  return (
    <span
      data-theme="dark"
      className="content-face relative isolate block aspect-[16/10] overflow-hidden rounded-12 bg-overlay text-text"
    >
      {payed ? (
        <OpenPicture item={item} eager={eager} first={place < 2} />
      ) : (
        <LockedPicture item={item} faceSize={56} eager={eager} first={place < 2} />
      )}
      <span className="absolute inset-x-2 bottom-2 z-1 flex flex-wrap-reverse items-end justify-end gap-1">
        {payed && (
          <Pill tone="video" className="mr-auto">
            {access !== "free" && <Icon name="check" size={14} />}
            {openBadge(access)}
          </Pill>
        )}
        {!payed && price > 0 && (
          <Pill tone="video" className="mr-auto">
            <Icon name="lock" size={14} />
          </Pill>
        )}
        <Pill tone="video">
          {(payed || price === 0) && <Icon name={item.type === "video" ? "play" : "image"} size={14} />}
          {duration === null ? m.content_one_picture() : lengthText(duration)}
        </Pill>
      </span>
    </span>
  );
}

function OpenPicture({ item, eager, first }: { item: ContentItem; eager: boolean; first: boolean }) {
  // The address of a clear picture dies after a while; the blurred one stays.
  const [dead, setDead] = useState<string | null>(null);
  return (
    <img
      src={item.thumb === dead ? item.thumb_blurred : item.thumb}
      width={480}
      height={300}
      alt=""
      loading={eager ? "eager" : "lazy"}
      fetchPriority={first ? "high" : "auto"}
      decoding="async"
      onError={() => setDead(item.thumb)}
      className="size-full object-cover object-[50%_22%] transition-transform duration-(--shared) group-hover:scale-[1.03]"
    />
  );
}

/** Why an open item is open: what costs nothing was never bought, so it is not called somebody's own. */
function openBadge(access: ContentItem["access"]): string {
  if (access === "free") return m.content_free();
  return access === "subscription" ? m.content_subscribed_badge() : m.content_yours_badge();
}

/** The reactions to a post, once there are any. */
function Reactions({ likes, comments }: Pick<Post, "likes" | "comments">) {
  if (likes + comments === 0) return null;
  return (
    <span className="mt-1 flex items-center gap-3 text-12 text-text-2 tabular-nums">
      <span className="inline-flex items-center gap-1">
        <Icon name="heart" size={14} />
        {shortCount(likes)}
      </span>
      <span className="inline-flex items-center gap-1">
        <Icon name="chat" size={14} />
        {shortCount(comments)}
      </span>
    </span>
  );
}

function Price({ item, worth }: ContentTileProps) {
  const line = "flex items-center gap-[5px] text-12";
  if (item.payed)
    return (
      <span className={`${line} font-semibold text-accent`}>
        {item.type === "video" ? m.content_watch() : m.content_look()}
      </span>
    );
  if (item.price === 0) return <span className={`${line} text-text-2`}>{m.content_free()}</span>;
  return (
    <span className={`${line} text-text-2`}>
      <Coin size={13} />
      {m.content_tokens({ count: item.price, amount: tokens(item.price) })}
      {worth !== null && <span className="text-text-3">{worth}</span>}
    </span>
  );
}
