import type { FanProfile } from "#contract/profile.ts";
import { ReauthDialog, useReauthCommand } from "#web/entities/account/ReauthDialog.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useSetViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";

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
