import type { FanProfile } from "#contract/profile.ts";
import type { SocialClaim } from "#web/entities/account/social-sign-in.ts";
import { m } from "#web/paraglide/messages.js";
import { MessageDialog } from "#web/ui/overlays/Dialog.tsx";
import { SecondStepDialog } from "../second-factor/SecondStepDialog.tsx";
import { ConnectDialog } from "./ConnectDialog.tsx";
import { RegistrationDialog } from "./RegistrationDialog.tsx";
import type { Outcome } from "./use-outcome.ts";

export type SocialDialogsProps = {
  outcome: Outcome | null;
  onOutcomeRead(): void;
  claim: SocialClaim | null;
  viewer: FanProfile | null;
  /** The modal of the claim is read or done. */
  onClaimClosed(): void;
};

const outcomes: Record<Outcome, () => string> = {
  loginFalse: () => m.social_login_false(),
  blocked: () => m.social_blocked(),
  tooMany: () => m.social_too_many(),
  otherAccount: () => m.social_other_account(),
};

/** Every modal of signing in with X; loaded when the first is wanted. */
export function SocialDialogs({ outcome, onOutcomeRead, claim, viewer, onClaimClosed }: SocialDialogsProps) {
  return (
    <>
      {outcome && (
        <MessageDialog title={m.social_oops()} onClose={onOutcomeRead}>
          {outcomes[outcome]()}
        </MessageDialog>
      )}
      {claim?.kind === "newcomer" && <RegistrationDialog newcomer={claim} onClose={onClaimClosed} />}
      {claim?.kind === "second_factor" && !viewer && (
        <SecondStepDialog claim={claim} onClose={onClaimClosed} />
      )}
      {(claim?.kind === "connect" || claim?.kind === "email_known") && viewer && (
        <ConnectDialog claim={claim} viewer={viewer} onClose={onClaimClosed} />
      )}
      {claim?.kind === "email_known" && !viewer && (
        <MessageDialog title={m.social_known_title()} onClose={onClaimClosed}>
          {m.social_known_text({ handle: claim.handle })}
        </MessageDialog>
      )}
    </>
  );
}
