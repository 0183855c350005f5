import type { FanProfile } from "#contract/profile.ts";
import { ReauthDialog, useReauthCommand } from "#web/entities/account/ReauthDialog.tsx";
import { dropClaim, type SocialClaim } from "#web/entities/account/social-sign-in.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useSetViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { toast, toastRefusal } from "#web/ui/overlays/toast.ts";

type ConnectDialogProps = { claim: SocialClaim; viewer: FanProfile; onClose(): void };

/** Asks for the password before an identity on X becomes another way in. */
export function ConnectDialog({ claim, viewer, onClose }: ConnectDialogProps) {
  const setViewer = useSetViewer();
  const forget = () => {
    dropClaim();
    onClose();
  };
  const asked = useReauthCommand(viewer, {
    call: (filled) =>
      browserApi.call("POST /api/fan/connect-twitter", { body: { claim: claim.claim, ...filled } }),
    onDone({ body }) {
      setViewer(body);
      toast({ kind: "success", text: m.social_connected() });
      forget();
    },
    onRefused(refusal) {
      // Another account has it: asking again cannot help.
      if (refusal.status !== 409) return;
      toastRefusal(refusal);
      forget();
    },
  });
  return (
    <ReauthDialog
      viewer={viewer}
      asked={asked}
      title={m.social_connect_title()}
      cancel={m.social_connect_later()}
      confirm={m.social_connect()}
      tone="primary"
      onClose={onClose}
    >
      <p className="text-text-2">{m.social_connect_text({ handle: claim.handle })}</p>
    </ReauthDialog>
  );
}
