import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { Link } from "react-router";
import { cx } from "./cx.ts";

/** `count`: how many things stand behind it. */
export type TabLink = { to: string; text: string; current: boolean; count?: number };

type TabLinksProps = {
  label: string;
  tabs: readonly TabLink[];
  /** The id of the panel that shows what the current tab stands for. */
  panelId: string;
};

/** Tabs that are links, so that each has its address: the arrow keys move between them, Enter opens one. */
export function TabLinks({ label, tabs, panelId }: TabLinksProps) {
  const list = useRef<HTMLDivElement>(null);
  useCurrentInSight(list, tabs.find(({ current }) => current)?.to ?? "");
  const move = (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll("a") ?? [])];
    const at = links.findIndex((link) => link.matches(":focus"));
    const next = nextPlace(event.key, at, links.length);
    if (next === null) return;
    event.preventDefault();
    links[next]?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus is on one of its tabs
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      onKeyDown={move}
      className="flex gap-5 overflow-x-auto border-b border-line [scrollbar-width:none]"
    >
      {tabs.map(({ to, text, current, count }) => (
        <Link
          key={to}
          to={to}
          role="tab"
          aria-selected={current}
          aria-controls={current ? panelId : undefined}
          tabIndex={current ? 0 : -1}
          preventScrollReset
          className={cx(
            "relative inline-flex min-h-11 items-center font-[550] whitespace-nowrap hover:text-text",
            current
              ? "text-text after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:bg-accent"
              : "text-text-2",
          )}
        >
          {text}
          {count !== undefined && (
            <>
              {" "}
              <span className="ml-2 rounded-full bg-raised px-2 py-px text-12 text-text-2 tabular-nums">
                {count}
              </span>
            </>
          )}
        </Link>
      ))}
    </div>
  );
}

function nextPlace(key: string, at: number, count: number): number | null {
  if (key === "ArrowRight") return (at + 1) % count;
  if (key === "ArrowLeft") return (at - 1 + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

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
