import { Link } from "react-router";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { isAt, type NavItem, navItemsFor, tabItems } from "./nav-items.ts";
import { NavBadge } from "./NavBadge.tsx";
import { useMarkedPath } from "./use-marked-path.ts";

/** The navbar of small screens: the three items one goes to most, at the lower edge. */
export function TabBar() {
  const signedIn = useViewer() !== null;
  const pathname = useMarkedPath();
  return (
    <nav aria-label={m.nav_main()} className={signedIn ? "tab-bar grid-cols-3" : "tab-bar grid-cols-2"}>
      {navItemsFor(tabItems, signedIn).map((item) => (
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
        "grid h-[62px] content-center justify-items-center gap-[3px] text-11 font-[550]",
        current ? "text-text" : "text-text-3",
      )}
    >
      <span className="relative">
        <Icon name={item.icon} size={23} className={current ? "text-accent" : undefined} />
        <NavBadge
          badge={item.badge}
          hot={item.badge === "unread_messages"}
          className="absolute -top-2 left-[17px] shadow-[0_0_0_2px_var(--surface)]"
        />
      </span>
      {item.name()}
    </Link>
  );
}
