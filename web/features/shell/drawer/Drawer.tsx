import type { ReactNode } from "react";
import { Link, useLocation, useParams } from "react-router";
import type { Language } from "#contract/common.ts";
import { useLanguageSwitch } from "#web/entities/account/use-language-switch.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { chooseTheme, useTheme } from "#web/lib/page/theme.ts";
import { closePopover } from "#web/lib/platform/popover.ts";
import { endSession } from "#web/lib/session/end-session.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { closeSoon } from "#web/ui/buttons/MenuButton.tsx";
import { Segmented } from "#web/ui/fields/Segmented.tsx";
import { Sheet } from "#web/ui/overlays/Sheet.tsx";
import { Icon, type IconName } from "#web/ui/pictures/Icon.tsx";
import { GenderFilter } from "../GenderFilter.tsx";
import { isAt, type NavItem, navItemsFor } from "../nav-items.ts";
import { NavBadge } from "../NavBadge.tsx";
import { drawerItemsOf } from "../role-nav-items.ts";
import { earlyMenuId } from "./early-menu.ts";

const entryClass =
  "flex min-h-12 w-full items-center gap-3.5 rounded-12 px-3 text-left text-16 font-[550] hover:bg-overlay";

/** The menu of small screens. */
export function Drawer({ onClose }: { onClose(): void }) {
  return (
    <Sheet open side="right" title={m.nav_menu()} toggle={m.nav_menu()} onClose={onClose}>
      <DrawerMenu onClose={onClose} />
    </Sheet>
  );
}

/** The menu within the box that the browser opens and closes by itself. */
export function EarlyMenu() {
  return (
    <>
      <div className="flex items-center gap-3">
        <h2 className="min-w-0 flex-1">{m.nav_menu()}</h2>
        <IconButton
          icon="x"
          label={m.nav_menu()}
          aria-expanded
          popoverTarget={earlyMenuId}
          popoverTargetAction="hide"
          className="-my-2 -mr-2"
        />
      </div>
      <DrawerMenu onClose={() => closePopover(earlyMenuId)} />
    </>
  );
}

/** Choosing an item closes it 200 ms later. */
function DrawerMenu({ onClose }: { onClose(): void }) {
  const viewer = useViewer();
  const { pathname } = useLocation();
  const { slug } = useParams();
  const items = drawerItemsOf(viewer?.role ?? null);
  const theme = useTheme();
  const otherTheme = theme === "dark" ? "light" : "dark";
  const choose = () => closeSoon(onClose);
  const links = (list: readonly NavItem[]) =>
    navItemsFor(list, viewer !== null).map((item) => (
      <li key={item.path}>
        <DrawerLink to={item.path} icon={item.icon} current={isAt(pathname, item)} onClick={choose}>
          {item.name()}
          <NavBadge badge={item.badge} className="ml-auto" />
        </DrawerLink>
      </li>
    ));
  const leave = () => {
    void endSession();
    choose();
  };
  return (
    <>
      <nav aria-label={m.nav_main()}>
        <ul className="grid gap-1">
          {links(items.before)}
          {slug === undefined && viewer?.role !== "model" && (
            <li className="py-2">
              <GenderFilter wide />
            </li>
          )}
          {links(items.after)}
          <li>
            <LanguageChoice />
          </li>
          <li>
            {viewer ? (
              <PlainForm action="/logout" onSubmit={leave}>
                <button type="submit" className={entryClass}>
                  <Icon name="logout" className="text-text-2" />
                  {m.nav_logout()}
                </button>
              </PlainForm>
            ) : (
              <DrawerLink to="/login" icon="login" current={pathname === "/login"} onClick={choose}>
                {m.nav_login()}
              </DrawerLink>
            )}
          </li>
        </ul>
      </nav>
      <div className="grid gap-1 border-t border-line pt-3">
        {viewer === null && (
          <DrawerLink to="/register" icon="user" current={pathname === "/register"} onClick={choose}>
            {m.nav_register()}
          </DrawerLink>
        )}
        <PlainForm action="/preferences" onSubmit={() => chooseTheme(otherTheme)}>
          <button type="submit" name="theme" value={otherTheme} className={entryClass}>
            <Icon name={theme === "dark" ? "sun" : "night"} className="text-text-2" />
            {theme === "dark" ? m.nav_theme_light() : m.nav_theme_dark()}
          </button>
        </PlainForm>
      </div>
    </>
  );
}

type PlainFormProps = { action: string; onSubmit(): void; children: ReactNode };

/** Around a submit button: pressed before the page is hydrated, it has the server do the same. */
function PlainForm({ action, onSubmit, children }: PlainFormProps) {
  return (
    <form
      method="post"
      action={action}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

type DrawerLinkProps = { to: string; icon: IconName; current: boolean; onClick(): void; children: ReactNode };

function DrawerLink({ to, icon, current, onClick, children }: DrawerLinkProps) {
  return (
    <Link to={to} className={entryClass} aria-current={current ? "page" : undefined} onClick={onClick}>
      <Icon name={icon} className={current ? "text-accent" : "text-text-2"} />
      {children}
    </Link>
  );
}

function LanguageChoice() {
  const language = useLocale();
  const change = useLanguageSwitch();
  const options: { value: Language; text: string }[] = [
    { value: "en", text: "English" },
    { value: "es", text: "Español" },
  ];
  return (
    <div className="pb-2">
      <Segmented label={m.nav_language()} options={options} value={language} onChange={change} wide />
    </div>
  );
}
