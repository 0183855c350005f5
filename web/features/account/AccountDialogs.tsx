import { accountFlags } from "#web/entities/account/account-flags.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { useStore } from "#web/lib/store.ts";
import { m } from "#web/paraglide/messages.js";
import { MessageDialog } from "#web/ui/overlays/Dialog.tsx";
import { EmailDialog } from "./EmailDialog.tsx";

import { ResendDialog } from "./ResendDialog.tsx";
import type { Notices } from "./use-notices.ts";

/** Every modal of the account; loaded when the first is wanted. */
export function AccountDialogs({ notices }: { notices: Notices }) {
  const viewer = useViewer();
  const { resendEmail, confirmEmail } = useStore(accountFlags);
  const { emailConfirmed, passwordUpdated, forget } = notices;
  return (
    <>
      {viewer && resendEmail && <ResendDialog email={viewer.email} />}
      {viewer && confirmEmail && <EmailDialog viewer={viewer} />}
      {emailConfirmed !== null && (
        <MessageDialog good title={m.email_verified_title()} onClose={() => forget("emailConfirmed")}>
          <p>{m.email_verified_text()}</p>
          {emailConfirmed === "5" && <p className="font-semibold text-text">{m.email_verified_tokens()}</p>}
        </MessageDialog>
      )}
      {passwordUpdated && (
        <MessageDialog good title={m.password_updated_title()} onClose={() => forget("resetPassword")}>
          <p>{viewer ? m.password_updated_text_in() : m.password_updated_text()}</p>
        </MessageDialog>
      )}
    </>
  );
}
