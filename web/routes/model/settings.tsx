import { Link } from "react-router";
import { loadSettings, loadSettingsInBrowser } from "#web/features/settings/load-settings.ts";
import { SettingsPage } from "#web/features/settings/SettingsPage.tsx";
import { studioPath } from "#web/lib/navigation/guards.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import type { Route } from "./+types/settings.ts";

export const loader = loadSettings;
export const clientLoader = loadSettingsInBrowser;

export const meta: Route.MetaFunction = () => [{ title: m.settings_document() }];

/** A model's own account, with the way back to their studio. */
export default function ModelSettings() {
  const viewer = useViewer();
  return (
    viewer && (
      <SettingsPage
        key={viewer.id}
        viewer={viewer}
        back={
          <Link
            to={studioPath}
            className="inline-flex min-h-11 items-center gap-1.5 text-text-2 hover:text-text"
          >
            <Icon name="left" size={18} />
            {m.studio_title()}
          </Link>
        }
      />
    )
  );
}
