import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { accountFlags } from "#web/entities/account/account-flags.ts";
import { notifyResendHidden } from "#web/entities/account/resend-hidden.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { COOKIE, HIDE_RESEND_COOKIE_SECONDS } from "#web/lib/constants.ts";
import { writeCookie } from "#web/lib/cookies.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
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
    notifyResendHidden();
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

/** How asking again went: the mail is out, nothing was left to confirm, or why not. */
export type Resent = { kind: "sent" } | { kind: "confirmed" } | { kind: "failed"; message: string };

/** Has the confirmation link mailed again, and hides the button that asks for it for 50 minutes. Browser only. */
export async function resendEmail(client: QueryClient, email: string): Promise<Resent> {
  const answer = await browserApi.call("GET /service/resend_email", { query: { email } });
  if (answer.status !== 200) return { kind: "failed", message: answer.body.message };
  const { validation, balance, status } = answer.body;
  client.setQueryData(profileQuery.queryKey, (profile) =>
    profile ? { ...profile, validation, balance, status } : profile,
  );
  if (validation === "confirmed") return { kind: "confirmed" };
  writeCookie(COOKIE.hideResend, "1", HIDE_RESEND_COOKIE_SECONDS);
  return { kind: "sent" };
}
