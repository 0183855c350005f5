import type { Video } from "#contract/content.ts";

/** A locked video of 6 min 20 s for 50 tokens, with any fields overridden. */
export function videoOf(change: Partial<Video> = {}): Video {
  return {
    id: 5,
    title: "Nocturne, the slow lesson",
    thumb: "/files/blurred.webp",
    thumb_blurred: "/files/blurred.webp",
    thumb_clear: null,
    cover: null,
    teaser: null,
    rating: null,
    my_rating: null,
    payed: false,
    access: "locked",
    price: 50,
    type: "video",
    duration: 380,
    watchUrl: null,
    width: 1280,
    height: 720,
    for_subscribers: false,
    published_at: "2026-11-21T12:00:00Z",
    model: { id: 9, login: "clara", name: "Clara", artisticName: "Clara", avatar: "/a.webp", listed: true },
    visibleForFans: true,
    ...change,
  };
}

/** The same video once it is the fan's. */
export const openVideo = videoOf({
  payed: true,
  access: "bought",
  thumb: "/files/clear.webp",
  thumb_clear: "/files/clear.webp",
  watchUrl: "/files/film.mp4",
});
