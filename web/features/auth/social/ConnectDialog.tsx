import type { FanProfile } from "#contract/profile.ts";
import { ReauthDialog } from "#web/entities/account/ReauthDialog.tsx";
import type { SocialClaim } from "#web/entities/account/social-sign-in.ts";
import { m } from "#web/paraglide/messages.js";
import { useConnecting } from "./use-connecting.ts";

type ConnectDialogProps = { claim: SocialClaim; viewer: FanProfile; onClose(): void };

/** Asks for the password before an identity on X becomes another way in. */
export function ConnectDialog({ claim, viewer, onClose }: ConnectDialogProps) {
  const asked = useConnecting(claim, viewer, onClose);
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
