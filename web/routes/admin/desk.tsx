import { Outlet } from "react-router";
import { DeskShell } from "#web/features/desk/DeskShell.tsx";
import { LanguageMenu } from "#web/features/shell/LanguageMenu.tsx";
import { ThemeButton } from "#web/features/shell/ThemeButton.tsx";
import { useLogout } from "#web/features/shell/use-logout.ts";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/IconButton.tsx";
import type { Route } from "./+types/desk.ts";

export const meta: Route.MetaFunction = () => [
  { title: `${m.desk_title()} · Fanlight` },
  { name: "robots", content: "noindex, nofollow" },
];

/** The staff desk around its pages. */
export default function Desk() {
  const logout = useLogout();
  return (
    <DeskShell
      tools={
        <>
          <LanguageMenu />
          <ThemeButton />
          <IconButton icon="logout" label={m.nav_logout()} onClick={logout} />
        </>
      }
    >
      <Outlet />
    </DeskShell>
  );
}
