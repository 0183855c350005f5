import { useLiveCount } from "#web/lib/rooms/use-live-count.ts";
import { m } from "#web/paraglide/messages.js";
import type { Place } from "./places.ts";

/** The number on a place of the menu and its words for screen readers; null when it has none. */
export function useBadge(badge: Place["badge"]): { value: number; label: string } | null {
  const streaming = useLiveCount();
  if (badge !== "streaming" || streaming === null) return null;
  return { value: streaming, label: m.nav_streaming_now({ count: streaming }) };
}
