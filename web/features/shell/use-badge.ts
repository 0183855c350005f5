import { useInfiniteQuery } from "@tanstack/react-query";
import type { MenuCounter } from "#web/entities/account/menu-counters.ts";
import { useGender } from "#web/entities/room/gender.ts";
import { roomsQuery } from "#web/entities/room/rooms-query.ts";
import { useHydrated } from "#web/lib/page/lazy.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import type { Place } from "./places.ts";

const labels: Record<MenuCounter, (count: { count: number }) => string> = {
  unread_messages: m.nav_unread_messages,
  not_seen_attachments: m.nav_new_videos,
  not_seen_posts: m.nav_new_posts,
  not_seen_comments: m.nav_new_comments,
};

/** The number on a place of the menu and its words for screen readers; null when it has none. */
export function useBadge(badge: Place["badge"]): { value: number; label: string } | null {
  const streaming = useLiveCount();
  const viewer = useViewer();
  if (badge === null) return null;
  if (badge !== "streaming") {
    const count = viewer?.[badge] ?? 0;
    return { value: count, label: labels[badge]({ count }) };
  }
  return streaming === null ? null : { value: streaming, label: m.nav_streaming_now({ count: streaming }) };
}

/**
 * How many models of the selected gender stream now; null until it is known. The list of rooms says it, and is asked
 * for its first page on pages that do not show it.
 */
export function useLiveCount(): number | null {
  const gender = useGender();
  const hydrated = useHydrated();
  const { data } = useInfiniteQuery({ ...roomsQuery(gender, ""), enabled: hydrated });
  // The menu is rendered before the list. A first drawing that is interrupted and begun again would find the list known
  // and differ from the server's.
  return hydrated ? (data?.pages[0]?.live_count ?? null) : null;
}
