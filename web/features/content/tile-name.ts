import { type ContentItem, type ContentKind, spokenLength } from "#web/entities/content/content-item.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";

/** Everything a tile shows, in one sentence: the accessible name of its link. */
export function tileName(kind: ContentKind, item: ContentItem): string {
  const name = item.model.artisticName;
  const parts = [
    item.title,
    kind === "video" ? m.content_video_by({ name }) : m.content_post_by({ name }),
    item.duration === null ? m.content_picture() : spokenLength(item.duration),
    accessWords(item),
  ];
  return parts.join(", ");
}

function accessWords({ payed, access, price }: ContentItem): string {
  if (access === "subscription") return m.content_by_subscription();
  if (payed && access !== "free") return m.content_yours();
  if (price === 0) return m.content_free();
  return m.content_locked({ count: price, amount: tokens(price) });
}
