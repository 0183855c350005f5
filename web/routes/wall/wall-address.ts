import { slugPattern } from "#contract/room-values.ts";

/**
 * The most rooms that are watched beside each other: as many as one fan may play at once by default
 * (`PLAYBACK_PER_FAN`).
 */
export const wallMax = 4;

/** The rooms that a part of an address names, `luna,nova`: once each, at most {@link wallMax}. */
export function roomsIn(text: string): string[] {
  const slugs = text.toLowerCase().split(",");
  return [...new Set(slugs.filter((slug) => slugPattern.test(slug)))].slice(0, wallMax);
}

/** Where these rooms are watched beside each other; home without any. */
export function wallPath(slugs: readonly string[]): string {
  return slugs.length === 0 ? "/" : `/stream/wall/${slugs.join(",")}`;
}
