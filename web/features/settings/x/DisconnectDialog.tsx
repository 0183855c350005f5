import type { FanProfile } from "#contract/profile.ts";
import { ReauthDialog } from "#web/entities/account/ReauthDialog.tsx";
import { m } from "#web/paraglide/messages.js";
import { useDisconnecting } from "./use-disconnecting.ts";

type DisconnectDialogProps = { viewer: FanProfile; onClose(): void };

/** Asks for the password before a way in is taken away. */
export function DisconnectDialog({ viewer, onClose }: DisconnectDialogProps) {
  return (
    <ReauthDialog
      viewer={viewer}
      asked={useDisconnecting(viewer, onClose)}
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
