import type { FanProfile } from "#contract/profile.ts";
import { accountFlags } from "#web/entities/account/account-flags.ts";
import { useResendHidden } from "#web/entities/account/resend-hidden.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { confirmWordsFor } from "./ConfirmEmailAlert.tsx";

/**
 * The alert about an email that waits to be confirmed, in one line for rooms: above stage and chat, which begin below it
 * (`--below-strip` of the page), so that it covers nothing.
 */
export function ConfirmEmailStrip({ viewer }: { viewer: FanProfile }) {
  const canResend = !useResendHidden(false) && viewer.email !== "";
  const { title } = confirmWordsFor(viewer);
  return (
    <section
      aria-label={title}
      className="relative z-10 bg-bg phone:fixed phone:inset-x-0 phone:top-(--offline-bar)"
    >
      <div className="page-inset flex h-11 items-center gap-2 bg-warn-soft phone:px-3">
        <Icon name="mail" size={18} className="flex-none text-warn" />
        <p className="line-clamp-2 min-w-0 flex-1 text-14 leading-tight font-semibold phone:text-12">
          {title}
        </p>
        <Button
          tone="quiet"
          size="sm"
          className="flex-none"
          onClick={() => accountFlags.set(canResend ? { resendEmail: true } : { confirmEmail: true })}
        >
          {canResend ? m.email_resend() : viewer.email === "" ? m.email_add() : m.email_wrong_address()}
        </Button>
      </div>
    </section>
  );
}
