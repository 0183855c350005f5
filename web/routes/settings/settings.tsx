import { titled } from "#contract/site-name.ts";
import { loadSettings, loadSettingsInBrowser } from "#web/features/settings/load-settings.ts";
import { SettingsPage } from "#web/features/settings/SettingsPage.tsx";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/settings.ts";

export const loader = loadSettings;
export const clientLoader = loadSettingsInBrowser;

export const meta: Route.MetaFunction = () => [{ title: titled(m.settings_document()) }];

/** The person's own account; the guard lets nobody else here. */
export default function Settings() {
  const viewer = useViewer();
  return viewer && <SettingsPage key={viewer.id} viewer={viewer} />;
}
