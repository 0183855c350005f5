import { Link } from "react-router";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { PlaceBadge } from "./PlaceBadge.tsx";
import { isAt, type Place, placesFor, tabPlaces } from "./places.ts";
import { useMarkedPath } from "./use-marked-path.ts";

/** The navbar of small screens: the three places one goes to most, at the lower edge. */
export function TabBar() {
  const signedIn = useViewer() !== null;
  const pathname = useMarkedPath();
  return (
    <nav
      aria-label={m.nav_main()}
      className="sticky bottom-0 z-30 grid auto-cols-fr grid-flow-col border-t border-line bg-surface px-2 pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {placesFor(tabPlaces, signedIn).map((place) => (
        <Tab key={place.path} place={place} current={isAt(pathname, place)} />
      ))}
    </nav>
  );
}

function Tab({ place, current }: { place: Place; current: boolean }) {
  return (
    <Link
      to={place.path}
      aria-current={current ? "page" : undefined}
      className={cx(
        "grid h-[62px] content-center justify-items-center gap-[3px] text-11 font-[550]",
        current ? "text-text" : "text-text-3",
      )}
    >
      <span className="relative">
        <Icon name={place.icon} size={23} className={current ? "text-accent" : undefined} />
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
