import { CountBadge } from "#web/ui/Badge.tsx";
import type { Place } from "./places.ts";
import { useBadge } from "./use-badge.ts";

/** The number of a place at the end of its entry in a menu; nothing when it has none. */
export function PlaceCount({ badge }: Pick<Place, "badge">) {
  const count = useBadge(badge);
  return count && <CountBadge value={count.value} label={count.label} className="ml-auto" />;
}
