import type { Post, Video } from "#contract/content.ts";
import type { MenuCounter } from "#web/entities/account/menu-counters.ts";
import { m } from "#web/paraglide/messages.js";

/** The kinds of models' publications: videos, and posts with a picture or a video. */
export type ContentKind = "video" | "post";
export type ContentItem = Video | Post;

/** Where each kind is listed, and under which names the API knows it. */
export const contentKinds = {
  video: {
    path: "/videos",
    all: "GET /api/videos-all",
    one: "GET /api/videos/{id}",
    purchased: "GET /api/videos-purchased",
    seen: "POST /api/fan/seen-videos",
    counter: "not_seen_attachments",
  },
  post: {
    path: "/allposts",
    all: "GET /api/posts-all",
    one: "GET /api/posts/{id}",
    purchased: "GET /api/fan/purchased-posts",
    seen: "POST /api/fan/seen-posts",
    counter: "not_seen_posts",
  },
} as const satisfies Record<ContentKind, { path: string; counter: MenuCounter } & Record<string, string>>;

/** The page of one item. */
export function itemPath(kind: ContentKind, id: number): string {
  return `${contentKinds[kind].path}/${id}`;
}

/** Length as a player shows it: 6:20, 1:04:12. */
export function lengthText(seconds: number): string {
  const [h, min, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return h > 0 ? `${h}:${two(min)}:${two(s)}` : `${min}:${two(s)}`;
}

/** Resolution as usually written, for who has made it: 720p for a film, 1200×1600 for a picture. */
export function sizeText({ type, width, height }: Pick<ContentItem, "type" | "width" | "height">): string {
  return type === "video" ? `${Math.min(width, height)}p` : `${width}×${height}`;
}

/** A film is in high definition when its shorter side has so many pixels. */
const hdFrom = 720;

/**
 * The details of an item that people care for: one photo, or a film's length and whether it is in high definition.
 */
export function itemDetails(item: Pick<ContentItem, "type" | "width" | "height" | "duration">): string[] {
  if (item.type !== "video") return [m.content_one_picture()];
  const isHd = Math.min(item.width, item.height) >= hdFrom;
  return [...(item.duration === null ? [] : [lengthText(item.duration)]), ...(isHd ? ["HD"] : [])];
}

/** The length as one says it, for screen readers: "6 min 20 s". */
export function spokenLength(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  if (minutes === 0) return m.content_seconds({ seconds: rest });
  return m.content_minutes({ minutes, seconds: rest });
}

/**
 * The icon over the picture of an item that is not open: a lock where it has a price. A free item waits for a sign-in
 * alone.
 */
export function closedIcon({ price, type }: Pick<ContentItem, "price" | "type">): "lock" | "play" | "image" {
  if (price > 0) return "lock";
  return type === "video" ? "play" : "image";
}
