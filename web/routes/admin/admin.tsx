import { Outlet } from "react-router";
import { titled } from "#contract/site-name.ts";
import { AdminLayout } from "#web/features/admin/AdminLayout.tsx";
import { StaffAccountPage } from "#web/features/settings/StaffAccountPage.tsx";
import { LanguageMenu } from "#web/features/shell/settings/LanguageMenu.tsx";
import { ThemeButton } from "#web/features/shell/settings/ThemeButton.tsx";
import { endSession } from "#web/lib/session/end-session.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import type { Route } from "./+types/admin.ts";

export const meta: Route.MetaFunction = () => [
  { title: titled(m.admin_title()) },
  { name: "robots", content: "noindex, nofollow" },
];

/** Layout of the admin pages; only the own account, while a second factor has to be turned on first. */
export default function Admin() {
  const logout = () => void endSession();
  const viewer = useViewer();
  return (
    <AdminLayout
      tools={
        <>
          <LanguageMenu />
          <ThemeButton />
          <IconButton icon="logout" label={m.nav_logout()} onClick={logout} />
        </>
      }
    >
      {viewer?.second_factor_needed ? <StaffAccountPage key={viewer.id} viewer={viewer} /> : <Outlet />}
    </AdminLayout>
  );
}
