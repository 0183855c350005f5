import type { MenuCounter } from "#web/entities/account/menu-counters.ts";
import { useLiveCount } from "#web/entities/room/use-live-count.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import type { Place } from "./places.ts";

const words: Record<MenuCounter, (count: { count: number }) => string> = {
  unread_messages: m.nav_unread_messages,
  not_seen_attachments: m.nav_new_videos,
  not_seen_posts: m.nav_new_posts,
};

/** The number on a place of the menu and its words for screen readers; null when it has none. */
export function useBadge(badge: Place["badge"]): { value: number; label: string } | null {
  const streaming = useLiveCount();
  const viewer = useViewer();
  if (badge === null) return null;
  if (badge !== "streaming") {
    const count = viewer?.[badge] ?? 0;
    return { value: count, label: words[badge]({ count }) };
  }
  return streaming === null ? null : { value: streaming, label: m.nav_streaming_now({ count: streaming }) };
}
