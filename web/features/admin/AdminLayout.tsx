import { type ReactNode, useRef } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { siteName } from "#contract/site-name.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";
import { Logo } from "#web/ui/pictures/Logo.tsx";
import { useCurrentInSight } from "#web/ui/TabLinks.tsx";

const adminPath = "/admin/models";

const items = [
  { path: adminPath, end: true, name: () => m.admin_models() },
  { path: `${adminPath}/tickets`, end: false, name: () => m.admin_tickets() },
  { path: `${adminPath}/payments`, end: false, name: () => m.admin_payments() },
  { path: `${adminPath}/payouts`, end: false, name: () => m.admin_payouts() },
  { path: `${adminPath}/state`, end: false, name: () => m.admin_state() },
  { path: `${adminPath}/log`, end: false, name: () => m.admin_log() },
  { path: `${adminPath}/account`, end: false, name: () => m.admin_account() },
];

/** Layout of the admin pages: navigation, and `tools` such as language and logging out. */
export function AdminLayout({ tools, children }: { tools: ReactNode; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null);
  useCurrentInSight(nav, useLocation().pathname);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-(--offline-bar) z-30 border-b border-line bg-bg">
        <div className="relative page-inset flex h-(--header) items-center gap-2">
          <Link to={adminPath} aria-label={m.admin_home({ site: siteName() })} className="rounded-8">
            <Logo compact />
          </Link>
          <span className="ml-auto flex items-center gap-1">{tools}</span>
        </div>
        <nav ref={nav} aria-label={m.admin_title()} className="page-inset overflow-x-auto lg:-mt-2">
          <ul className="-ml-3 flex">
            {items.map(({ path, end, name }) => (
              <li key={path}>
                <NavLink
                  to={path}
                  end={end}
                  className={({ isActive }) =>
                    cx(
                      "relative inline-flex min-h-11 items-center px-3 font-[550] whitespace-nowrap hover:text-text",
                      isActive
                        ? "text-text after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:rounded-t-[2px] after:bg-accent"
                        : "text-text-2",
                    )
                  }
                >
                  {name()}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main id="main" className="mx-auto w-full max-w-[1120px] flex-1 px-4 pt-6 pb-14 lg:px-8">
        {children}
      </main>
    </div>
  );
}
