import type { z } from "zod";
import type { contentModel, Post, Video } from "#contract/content.ts";
import type { PrivateFiles, Storage } from "#server/storage/storage.ts";
import type { Access, ItemViewer } from "./rules/access.ts";
import type { Reactions } from "./store/comments-store.ts";
import type { ItemRow, SeenItem } from "./store/items-store.ts";
import type { Rated } from "./store/ratings-store.ts";

/** An item with its model, the viewer's access and what people make of it. */
export type Found = {
  item: SeenItem;
  access: Access;
  model: z.output<typeof contentModel>;
  reactions: Reactions;
  rated: Rated;
};

export type Presenting = { storage: Pick<Storage, "url">; privateFiles: Pick<PrivateFiles, "link"> };

/** The addresses of an item's clear files, for one person. A film's lives as long as it takes to see it twice. */
export function clearLinks(
  { privateFiles }: Pick<Presenting, "privateFiles">,
  item: ItemRow,
  userId: number,
) {
  const file = { of: `${item.kind}:${item.id}`, ownerId: item.model_id };
  return {
    thumb: privateFiles.link({ key: item.thumb_key, ...file }, userId),
    watchUrl: privateFiles.link({ key: item.media_key, ...file }, userId, (item.seconds ?? 0) * 2_000),
  };
}

/** The addresses of what everybody sees of an item; null without. */
export function windowLinks(
  { storage }: Pick<Presenting, "storage">,
  { cover_key, teaser_key }: Pick<ItemRow, "cover_key" | "teaser_key">,
) {
  return {
    cover: cover_key && storage.url(cover_key),
    teaser: teaser_key && storage.url(teaser_key),
  };
}

/** Fewer ratings would tell what one buyer thinks. */
const ratingsMin = 3;

/** The rating of buyers, as far as it is shown. */
export const presentRating = ({ stars, count, mine }: Rated) => ({
  rating: count < ratingsMin ? null : { stars: Math.round(stars * 10) / 10, count },
  my_rating: mine,
});

function presentItem(needs: Presenting, { item, access, model, rated }: Found, viewer: ItemViewer) {
  const open = access !== "locked" && viewer ? clearLinks(needs, item, viewer.userId) : null;
  const blurred = needs.storage.url(item.blurred_key);
  return {
    id: item.id,
    title: item.title,
    thumb: open?.thumb ?? blurred,
    thumb_blurred: blurred,
    thumb_clear: open?.thumb ?? null,
    ...windowLinks(needs, item),
    ...presentRating(rated),
    payed: open !== null,
    access,
    price: item.price,
    type: item.media_type,
    duration: item.seconds,
    watchUrl: open?.watchUrl ?? null,
    width: item.width,
    height: item.height,
    for_subscribers: item.for_subscribers,
    published_at: item.published_at.toISOString(),
    model,
  };
}

/** A video in the format of the wire. */
export function presentVideo(needs: Presenting, found: Found, viewer: ItemViewer): Video {
  return { ...presentItem(needs, found, viewer), visibleForFans: found.item.visible };
}

/** A post in the format of the wire; its text is part of what is sold. */
export function presentPost(needs: Presenting, found: Found, viewer: ItemViewer): Post {
  const { item } = found;
  const shown = presentItem(needs, found, viewer);
  return {
    ...shown,
    body: shown.payed ? item.body : null,
    start: item.starts_at?.toISOString() ?? null,
    end: item.ends_at?.toISOString() ?? null,
    videoDuration: item.seconds,
    visible_for_fans: item.visible,
    ...found.reactions,
    ...(item.withdrawn_at ? { withdrawn: true } : {}),
  };
}
