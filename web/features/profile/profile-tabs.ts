import type { ModelPage } from "#contract/catalog.ts";
import { m } from "#web/paraglide/messages.js";

/** The parts of a model's page below the prices, in their order. */
export const profileParts = ["videos", "posts", "about"] as const;
export type ProfilePart = (typeof profileParts)[number];

export const partNames: Record<ProfilePart, () => string> = {
  videos: m.nav_videos,
  posts: m.nav_posts,
  about: m.profile_tab_about,
};

/** The part that an address asks for; without one, the first that has something in it. */
export function profilePartOf(query: string, { videos, posts }: ModelPage["counts"]): ProfilePart {
  const asked = new URLSearchParams(query).get("tab");
  const known = profileParts.find((part) => part === asked);
  if (known) return known;
  if (videos > 0) return "videos";
  return posts > 0 ? "posts" : "about";
}
