import { useQueryClient } from "@tanstack/react-query";
import { accountFlags } from "#web/entities/account/account-flags.ts";
import { notifyResendHidden } from "#web/entities/account/resend-hidden.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { cookieNames, hideResendCookieSeconds } from "#web/lib/constants.ts";
import { writeCookie } from "#web/lib/cookies.ts";
import { putInProfile } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { toast } from "#web/ui/overlays/toast.ts";

const close = () => accountFlags.set({ resendEmail: false });

/** Has the confirmation link mailed again. */
export function ResendDialog({ email }: { email: string }) {
  const client = useQueryClient();
  const { pending, run } = useCommand({
    call: (to: string) => browserApi.call("GET /service/resend_email", { query: { email: to } }),
    onDone({ body: { validation, balance, status } }) {
      putInProfile(client, { validation, balance, status });
      // The button that asks for another mail is hidden for 50 minutes.
      writeCookie(cookieNames.hideResend, "1", hideResendCookieSeconds);
      close();
      notifyResendHidden();
      toast({ kind: "success", text: m.email_sent() });
    },
    onRefused({ status, message }) {
      const text = status === 0 ? m.common_no_answer() : m.email_resend_failed({ message });
      toast({ kind: "error", text });
    },
  });
  return (
    <Dialog open onClose={close} title={m.email_resend_title()}>
      <p className="text-text-2">{m.email_resend_text()}</p>
      <p className="rounded-12 bg-surface px-4 py-3 font-semibold break-words">{email}</p>
      <p className="text-14 text-text-3">{m.email_spam()}</p>
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" busy={pending} onClick={() => void run(email)} className="flex-1">
          {m.email_send()}
        </Button>
        <Button tone="quiet" onClick={() => accountFlags.set({ resendEmail: false, confirmEmail: true })}>
          {m.email_wrong_address()}
        </Button>
      </div>
    </Dialog>
  );
}
