import { useLocation } from "react-router";
import type { FanProfile } from "#contract/profile.ts";
import { buildPath } from "#web/lib/api/api.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { useSetViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button, buttonClass } from "#web/ui/buttons/Button.tsx";
import { toast, toastRefusal } from "#web/ui/overlays/toast.ts";
import { SettingsSection } from "./SettingsSection.tsx";

/** The account's link to X: connecting leads there and back, disconnecting happens here. */
export function XSection({ viewer }: { viewer: FanProfile }) {
  const setViewer = useSetViewer();
  const { pending, run } = useCommand({
    call: () => browserApi.call("POST /api/fan/disconnect-twitter"),
    onDone({ body }) {
      setViewer(body);
      toast({ kind: "success", text: m.settings_x_disconnected() });
    },
    onRefused: toastRefusal,
  });
  const before = neededFirst(viewer);
  const query = { connect: "1", route: useLocation().pathname, language: useLocale() };
  return (
    <SettingsSection title={m.settings_x()} anchor="x">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className={viewer.twitter ? "font-[550]" : "text-text-2"}>
          {viewer.twitter ? m.settings_x_connected({ handle: viewer.twitter }) : m.settings_x_none()}
        </p>
        {!viewer.twitter && (
          <a href={buildPath("GET /auth/twitter", {}, query)} className={buttonClass("outline")}>
            {m.settings_x_connect()}
          </a>
        )}
        {viewer.twitter && before === null && (
          <Button tone="outline" busy={pending} onClick={() => void run(undefined)}>
            {m.settings_x_disconnect()}
          </Button>
        )}
      </div>
      {viewer.twitter && before !== null && <p className="mt-1 text-12 text-text-3">{before}</p>}
    </SettingsSection>
  );
}

/**
 * The requirement that the account has to meet before X may go: a way in, and an address for an owner who forgets it.
 */
function neededFirst({ has_password, email }: FanProfile): string | null {
  if (!has_password) return m.settings_x_only_way_in();
  return email === "" ? m.settings_x_only_address() : null;
}
