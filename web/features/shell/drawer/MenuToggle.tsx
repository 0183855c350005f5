import { Suspense, useState } from "react";
import { lazyComponent, openedComponent, useHydrated } from "#web/lib/page/lazy.tsx";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { drawerPlace } from "#web/ui/overlays/opening.tsx";
import { earlyMenuId, isEarlyMenuOpen } from "./early-menu.ts";

const Drawer = openedComponent(() => import("./Drawer.tsx").then((file) => file.Drawer), drawerPlace);
/** Rendered by the server. A browser needs its code only if it was opened: otherwise the page takes its box away. */
const EarlyMenu = lazyComponent(() =>
  import.meta.env.SSR || isEarlyMenuOpen()
    ? import("./Drawer.tsx").then((file) => file.EarlyMenu)
    : new Promise<never>(() => {}),
);
/** One element for good: with another one React would take away and draw again what is not hydrated yet. */
const earlyMenu = (
  <Suspense>
    <EarlyMenu />
  </Suspense>
);

/**
 * The toggle of the menu of small screens. Pressed before the page is hydrated it shows the menu that the server rendered,
 * by the browser alone, until that one is closed.
 */
export function MenuToggle() {
  const [open, setOpen] = useState(false);
  const hydrated = useHydrated();
  return (
    <>
      {/* Before its toggle: a page is shown while it is still being read, and the toggle would open nothing. */}
      {(!hydrated || isEarlyMenuOpen()) && (
        <div id={earlyMenuId} popover="" role="dialog" aria-label={m.nav_menu()} className="sheet at-side">
          {earlyMenu}
        </div>
      )}
      <IconButton
        icon="menu"
        label={m.nav_menu()}
        aria-expanded={hydrated && !isEarlyMenuOpen() ? open : undefined}
        popoverTarget={earlyMenuId}
        // Pressed twice it stays open: the menu slides in under the second press.
        popoverTargetAction="show"
        onClick={(event) => {
          if (isEarlyMenuOpen()) return;
          event.preventDefault();
          setOpen(true);
        }}
        className="lg:hidden noscript:hidden"
      />
      {open && <Drawer onClose={() => setOpen(false)} />}
    </>
  );
}
