import { Link, useLocation } from "react-router";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/Icon.tsx";
import { PlaceBadge } from "./PlaceBadge.tsx";
import { isAt, type Place, placesFor, tabPlaces } from "./places.ts";
import { useMarkedPath } from "./use-marked-path.ts";

/** The navbar of small screens: the three places one goes to most, at the lower edge. */
export function TabBar() {
  const signedIn = useViewer() !== null;
  const { pathname } = useLocation();
  const marked = useMarkedPath(tabPlaces);
  return (
    <nav
      aria-label={m.nav_main()}
      className="sticky bottom-0 z-30 grid auto-cols-fr grid-flow-col border-t border-line bg-surface px-2 pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {placesFor(tabPlaces, signedIn).map((place) => (
        <Tab key={place.path} place={place} current={isAt(pathname, place)} marked={isAt(marked, place)} />
      ))}
    </nav>
  );
}

function Tab({ place, current, marked }: { place: Place; current: boolean; marked: boolean }) {
  return (
    <Link
      to={place.path}
      aria-current={current ? "page" : undefined}
      data-marked={marked ? "" : undefined}
      className={cx(
        "grid h-[62px] content-center justify-items-center gap-[3px] text-11 font-[550]",
        marked ? "text-text" : "text-text-3",
      )}
    >
      <span className="relative">
        <Icon name={place.icon} size={23} className={marked ? "text-accent" : undefined} />
        <PlaceBadge
          badge={place.badge}
          hot={place.badge === "unread_messages"}
          className="absolute -top-2 left-[17px] shadow-[0_0_0_2px_var(--surface)]"
        />
      </span>
      {place.name()}
    </Link>
  );
}
