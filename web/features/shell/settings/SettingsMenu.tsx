import { Link, useLocation } from "react-router";
import type { FanProfile } from "#contract/profile.ts";
import { endSession } from "#web/lib/session/end-session.ts";
import { m } from "#web/paraglide/messages.js";
import { MenuButton, menuItemClass } from "#web/ui/buttons/MenuButton.tsx";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { settingsItemsOf } from "../account-menu-items.ts";
import { isAt } from "../nav-items.ts";
import { NavBadge } from "../NavBadge.tsx";

/** The menu behind the signed-in person's picture. */
export function SettingsMenu({ viewer }: { viewer: FanProfile }) {
  const logout = () => void endSession();
  const { pathname } = useLocation();
  return (
    <MenuButton
      label={m.nav_settings()}
      className="gap-1 px-1.5"
      trigger={
        <>
          <Avatar name={viewer.login} src={viewer.avatar} size={32} />
          <Icon name="down" size={16} />
        </>
      }
    >
      <li role="presentation" className="px-3 pt-2 pb-2.5">
        <p className="font-semibold">{viewer.login}</p>
        <p className="text-12 text-text-2">{viewer.email}</p>
      </li>
      {settingsItemsOf(viewer.role).map((item) => (
        <li key={item.path}>
          <Link
            to={item.path}
            className={menuItemClass}
            aria-current={isAt(pathname, item) ? "page" : undefined}
          >
            <Icon name={item.icon} size={18} className="text-text-2" />
            {item.name()}
            <NavBadge badge={item.badge} className="ml-auto" />
          </Link>
        </li>
      ))}
      <li>
        <button type="button" className={menuItemClass} onClick={logout}>
          <Icon name="logout" size={18} className="text-text-2" />
          {m.nav_logout()}
        </button>
      </li>
    </MenuButton>
  );
}
