import type { FanProfile } from "#contract/accounts.ts";
import { chooseTheme, useTheme } from "#web/lib/theme.ts";
import { m } from "#web/paraglide/messages.js";
import { Avatar } from "#web/ui/Avatar.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { MenuButton, menuEntryLook } from "#web/ui/MenuButton.tsx";
import { useLogout } from "./use-logout.ts";

/** The menu behind the signed-in person's picture. */
export function SettingsMenu({ viewer }: { viewer: FanProfile }) {
  const logout = useLogout();
  const theme = useTheme();
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
      <li className="px-3 pt-2 pb-2.5">
        <p className="font-semibold">{viewer.login}</p>
        <p className="text-12 text-text-2">{viewer.email}</p>
      </li>
      <li>
        <button
          type="button"
          className={menuEntryLook}
          onClick={() => chooseTheme(theme === "dark" ? "light" : "dark")}
        >
          <Icon name={theme === "dark" ? "sun" : "night"} size={18} className="text-text-2" />
          {theme === "dark" ? m.nav_theme_light() : m.nav_theme_dark()}
        </button>
      </li>
      <li>
        <button type="button" className={menuEntryLook} onClick={logout}>
          <Icon name="logout" size={18} className="text-text-2" />
          {m.nav_logout()}
        </button>
      </li>
    </MenuButton>
  );
}
