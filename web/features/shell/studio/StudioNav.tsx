import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { studioQuery } from "#web/entities/studio/studio-queries.ts";
import { studioPath } from "#web/lib/navigation/guards.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { isAt, type NavItem } from "../nav-items.ts";
import { NavBadge } from "../NavBadge.tsx";
import { studioGroups, studioTabItems } from "../role-nav-items.ts";
import { useMarkedPath } from "../use-marked-path.ts";

/** The studio's pages at the left of wide screens, always in reach. */
export function StudioNav() {
  const pathname = useMarkedPath();
  return (
    <nav
      aria-label={m.studio_title()}
      className="sticky top-[calc(var(--header)+var(--offline-bar))] hidden h-[calc(100dvh-var(--header)-var(--offline-bar))] w-(--studio-nav) flex-none content-start gap-1.5 overflow-y-auto border-r border-line px-1.5 py-1 [scrollbar-width:thin] lg:grid xl:gap-2 xl:px-3 xl:py-2"
    >
      {studioGroups.map((group, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the groups never change
        <ul key={at} className="grid gap-0.5 [&+ul]:border-t [&+ul]:border-line [&+ul]:pt-2">
          {group.map((item) => {
            const current = isAt(pathname, item);
            return (
              <li key={item.path}>
                <Link
                  to={item.path}
                  aria-current={current ? "page" : undefined}
                  className={cx(
                    "relative flex min-h-11 items-center gap-3 rounded-12 px-3 font-[550] hover:bg-raised hover:text-text light:hover:bg-overlay max-xl:min-h-[52px] max-xl:flex-col max-xl:justify-center max-xl:gap-0.5 max-xl:px-0.5 max-xl:text-center max-xl:text-11",
                    current ? "bg-raised text-text light:bg-overlay" : "text-text-2",
                  )}
                >
                  <Icon name={item.icon} size={20} className={cx("flex-none", current && "text-accent")} />
                  <span className="min-w-0 leading-tight xl:flex-1">{item.name()}</span>
                  {item.path === studioPath && (
                    <OnAirDot className="max-xl:absolute max-xl:top-1 max-xl:right-4" />
                  )}
                  <NavBadge
                    badge={item.badge}
                    hot={item.badge === "unread_messages"}
                    className="max-xl:absolute max-xl:top-0.5 max-xl:right-2"
                  />
                </Link>
              </li>
            );
          })}
        </ul>
      ))}
    </nav>
  );
}

/** The studio's bar along the lower edge of small screens; the menu of the header has the rest. */
export function StudioTabs() {
  const pathname = useMarkedPath();
  return (
    <nav aria-label={m.studio_title()} className="tab-bar grid-cols-5 px-1">
      {studioTabItems.map((item) => (
        <Tab key={item.path} item={item} current={isAt(pathname, item)} />
      ))}
    </nav>
  );
}

function Tab({ item, current }: { item: NavItem; current: boolean }) {
  return (
    <Link
      to={item.path}
      aria-current={current ? "page" : undefined}
      className={cx(
        "relative grid h-[58px] content-center justify-items-center gap-[3px] text-11 font-[550]",
        current ? "text-text" : "text-text-3",
      )}
    >
      <Icon name={item.icon} size={22} className={current ? "text-accent" : undefined} />
      {item.name()}
      {/* After the name, with which the link is called and found; drawn at the corner of its picture. */}
      {item.path === studioPath && <OnAirDot className="absolute top-[7px] left-[calc(50%+7px)]" />}
      <NavBadge
        badge={item.badge}
        hot={item.badge === "unread_messages"}
        className="absolute top-px left-[calc(50%+4px)] shadow-[0_0_0_2px_var(--surface)]"
      />
    </Link>
  );
}

/** Says on every page that the room is on air. */
function OnAirDot({ className }: { className?: string }) {
  const isLive = useQuery({
    ...studioQuery,
    select: ({ stream }) => stream.status !== "stopped",
  }).data;
  if (!isLive) return null;
  return (
    <span className={cx("grid size-2.5 flex-none rounded-full bg-live", className)}>
      <span className="sr-only">{m.studio_nav_on_air()}</span>
    </span>
  );
}
