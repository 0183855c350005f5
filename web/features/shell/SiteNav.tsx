import { Link } from "react-router";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { GenderFilter } from "./GenderFilter.tsx";
import { isAt, navbarItems, type NavItem, navItemsFor, settingsItems } from "./nav-items.ts";
import { NavBadge } from "./NavBadge.tsx";
import { useMarkedPath } from "./use-marked-path.ts";

const entryClass =
  "relative inline-flex items-center gap-1.5 px-2 font-[550] whitespace-nowrap hover:text-text xl:gap-2 xl:px-3";

/**
 * The navbar of wide screens: the items with their badges, the gender filter at the far end. Below 1200 px it is set
 * tighter, so that all of it has room in Spanish with every badge on. Without JavaScript small screens show it too, for the
 * drawer cannot open, and it has what stands in the menu behind the person's picture, which cannot open either.
 */
export function SiteNav({ withGender }: { withGender: boolean }) {
  const signedIn = useViewer() !== null;
  const pathname = useMarkedPath();
  const link = (item: NavItem) => <SiteNavLink key={item.path} item={item} current={isAt(pathname, item)} />;
  return (
    <nav
      aria-label={m.nav_main()}
      className="hidden min-h-[52px] items-center justify-between gap-2 page-inset border-b border-line text-14 lg:flex xl:gap-4 xl:text-16 noscript:flex noscript:flex-wrap"
    >
      <div className="-ml-2 flex min-h-[52px] self-stretch xl:-ml-3 xl:gap-1 max-lg:flex-wrap">
        {navItemsFor(navbarItems, signedIn).map(link)}
        {signedIn && (
          <noscript>
            {/* React draws this on the server alone, and the browser's script needs nothing of it. */}
            {import.meta.env.SSR && (
              <span className="inline-flex h-full flex-wrap">
                {settingsItems.filter((item) => !navbarItems.includes(item)).map(link)}
                <form method="post" action="/logout" className="contents">
                  <button type="submit" className={cx(entryClass, "text-text-2")}>
                    {m.nav_logout()}
                  </button>
                </form>
              </span>
            )}
          </noscript>
        )}
      </div>
      {withGender && <GenderFilter />}
    </nav>
  );
}

function SiteNavLink({ item, current }: { item: NavItem; current: boolean }) {
  return (
    <Link
      to={item.path}
      aria-current={current ? "page" : undefined}
      className={cx(
        entryClass,
        current
          ? "text-text after:absolute after:inset-x-2 after:-bottom-px after:h-0.5 after:rounded-t-[2px] after:bg-accent xl:after:inset-x-3"
          : "text-text-2",
      )}
    >
      {item.name()}
      <NavBadge badge={item.badge} />
    </Link>
  );
}
