import { useInfiniteQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import type { MenuCounter } from "#web/entities/account/menu-counters.ts";
import { useGender } from "#web/entities/room/gender.ts";
import { roomsQuery } from "#web/entities/room/rooms-query.ts";
import { useHydrated } from "#web/lib/page/lazy.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { CountBadge } from "#web/ui/Badge.tsx";
import type { NavItem } from "./nav-items.ts";

type BadgeVariant = Pick<ComponentProps<typeof CountBadge>, "className" | "hot">;
type NavBadgeProps = BadgeVariant & Pick<NavItem, "badge">;

const labels: Record<MenuCounter, (count: { count: number }) => string> = {
  unread_messages: m.nav_unread_messages,
  not_seen_attachments: m.nav_new_videos,
  not_seen_posts: m.nav_new_posts,
  not_seen_comments: m.nav_new_comments,
};

/** The number on an item of the menu, in words for screen readers; nothing when it has none. */
export function NavBadge({ badge, ...variant }: NavBadgeProps) {
  if (badge === null) return null;
  return badge === "streaming" ? (
    <StreamingBadge {...variant} />
  ) : (
    <CounterBadge counter={badge} {...variant} />
  );
}

function CounterBadge({ counter, ...variant }: BadgeVariant & { counter: MenuCounter }) {
  const count = useViewer()?.[counter] ?? 0;
  return count > 0 && <CountBadge value={count} label={labels[counter]({ count })} {...variant} />;
}

/**
 * How many models of the selected gender stream now; its room is kept until it is known. The list of rooms says it, and is
 * asked for its first page on pages that do not show it.
 */
function StreamingBadge(variant: BadgeVariant) {
  const gender = useGender();
  const hydrated = useHydrated();
  const { data } = useInfiniteQuery({ ...roomsQuery(gender, ""), enabled: hydrated });
  // The menu is rendered before the list. A first drawing that is interrupted and begun again would find the list known
  // and differ from the server's.
  const count = hydrated ? data?.pages[0]?.live_count : undefined;
  if (count === undefined) return <span className="w-6" />;
  return <CountBadge value={count} label={m.nav_streaming_now({ count })} {...variant} />;
}
