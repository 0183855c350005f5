import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { accountFlags } from "#web/entities/account/account-flags.ts";
import { resendEmail } from "#web/entities/account/resend-email.ts";
import { resendWasHidden } from "#web/entities/account/resend-hidden.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { toast } from "#web/ui/toast.ts";

const close = () => accountFlags.set({ resendEmail: false });

/** Has the confirmation link mailed again. */
export function ResendDialog({ email }: { email: string }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    const resent = await resendEmail(client, email);
    setBusy(false);
    if (resent.kind === "failed")
      return toast({ kind: "error", text: m.email_resend_failed({ message: resent.message }) });
    close();
    resendWasHidden();
    toast({ kind: "success", text: resent.kind === "sent" ? m.email_sent() : m.email_verified_title() });
  };
  return (
    <Dialog open onClose={close} title={m.email_resend_title()}>
      <p className="text-text-2">{m.email_resend_text()}</p>
      <p className="rounded-12 bg-surface px-4 py-3 font-semibold break-words">{email}</p>
      <p className="text-14 text-text-3">{m.email_spam()}</p>
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" busy={busy} onClick={send} className="flex-1">
          {m.email_send()}
        </Button>
        <Button tone="quiet" onClick={() => accountFlags.set({ resendEmail: false, confirmEmail: true })}>
          {m.email_wrong_address()}
        </Button>
      </div>
    </Dialog>
  );
}
