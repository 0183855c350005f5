import { useState } from "react";
import { useLocation } from "react-router";
import type { FanProfile } from "#contract/profile.ts";
import { ReauthDialog, useReauthCommand } from "#web/entities/account/ReauthDialog.tsx";
import { buildPath } from "#web/lib/api/api.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { useSetViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button, buttonClass } from "#web/ui/Button.tsx";
import { toast } from "#web/ui/toast.ts";
import { SettingsSection } from "./SettingsSection.tsx";

/** The account's link to X: connecting leads there and back, disconnecting happens here. */
export function XSection({ viewer }: { viewer: FanProfile }) {
  const [asking, setAsking] = useState(false);
  const before = neededFirst(viewer);
  const query = { connect: "1", route: useLocation().pathname, language: useLocale() };
  return (
    <SettingsSection title={m.settings_x()}>
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
          <Button tone="outline" onClick={() => setAsking(true)}>
            {m.settings_x_disconnect()}
          </Button>
        )}
      </div>
      {viewer.twitter && before !== null && <p className="mt-1 text-12 text-text-3">{before}</p>}
      {asking && <DisconnectDialog viewer={viewer} onClose={() => setAsking(false)} />}
    </SettingsSection>
  );
}

/** What the account has to have before X may go: a way in, and an address for who forgets it. */
function neededFirst({ has_password, email }: FanProfile): string | null {
  if (!has_password) return m.settings_x_only_way_in();
  return email === "" ? m.settings_x_only_address() : null;
}

type DisconnectDialogProps = { viewer: FanProfile; onClose(): void };

/** Asks for the password before a way in is taken away. */
export function DisconnectDialog({ viewer, onClose }: DisconnectDialogProps) {
  const setViewer = useSetViewer();
  const asked = useReauthCommand(viewer, {
    call: (body) => browserApi.call("POST /api/fan/disconnect-twitter", { body }),
    onDone({ body }) {
      setViewer(body);
      toast({ kind: "success", text: m.settings_x_disconnected() });
      onClose();
    },
  });
  return (
    <ReauthDialog
      viewer={viewer}
      asked={asked}
      title={m.settings_x_disconnect_title()}
      cancel={m.settings_x_stay()}
      confirm={m.settings_x_disconnect()}
      tone="primary"
      onClose={onClose}
    >
      <p className="text-text-2">
        {m.settings_x_disconnect_text({ handle: viewer.twitter ?? "" })} {m.settings_current_password_why()}
      </p>
    </ReauthDialog>
  );
}
