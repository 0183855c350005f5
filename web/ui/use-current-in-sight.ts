import { type RefObject, useEffect } from "react";

/**
 * Scrolls a row of links that is wider than its place until the current one is in sight; the page stays where it is.
 * `current` is what the row stands at, such as the address.
 */
export function useCurrentInSight(row: RefObject<HTMLElement | null>, current: string): void {
  useEffect(() => {
    const box = row.current;
    const link = box?.querySelector("[aria-current=page], [aria-selected=true]");
    if (!box || !link) return;
    const [outer, inner] = [box.getBoundingClientRect(), link.getBoundingClientRect()];
    if (inner.left >= outer.left && inner.right <= outer.right) return;
    box.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
  }, [row, current]);
}
