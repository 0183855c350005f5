import type { FanProfile } from "#contract/profile.ts";
import { accountFlags } from "#web/entities/account/account-flags.ts";
import { useResendHidden } from "#web/entities/account/resend-hidden.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";

/** Over the page while the email waits to be confirmed. `resendHidden`: what the server saw in the cookies. */
export function ConfirmEmailAlert({ viewer, resendHidden }: { viewer: FanProfile; resendHidden: boolean }) {
  const hidden = useResendHidden(resendHidden);
  const { title, text } = confirmWordsFor(viewer);
  return (
    <section aria-label={title} className="page-inset pt-1 pb-3 max-lg:px-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-16 bg-warn-soft px-4 py-2.5">
        <Icon name="mail" className="text-warn max-sm:hidden" />
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-semibold">{title}</p>
          <p className="text-14 break-words text-text-2">{text}</p>
        </div>
        <div className="flex flex-wrap items-center gap-x-1">
          {!hidden && viewer.email !== "" && (
            <Button tone="solid" size="sm" onClick={() => accountFlags.set({ resendEmail: true })}>
              {m.email_resend()}
            </Button>
          )}
          <Button tone="quiet" size="sm" onClick={() => accountFlags.set({ confirmEmail: true })}>
            {viewer.email === "" ? m.email_add() : m.email_wrong_address()}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** The alert's texts, by the benefit of confirming for this account. */
export function confirmWordsFor({ email, role, status }: FanProfile): { title: string; text: string } {
  if (email === "") return { title: m.email_alert_none(), text: m.email_alert_none_text() };
  // Another address than the first brings no tokens again.
  const title = role === "fan" && status === "active" ? m.email_alert_fan() : m.email_alert();
  return { title, text: `${m.email_alert_text({ email })} ${m.email_spam()}` };
}
