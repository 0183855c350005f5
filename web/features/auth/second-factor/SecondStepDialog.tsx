import { useState } from "react";
import { useNavigate } from "react-router";
import { dropClaim, type SocialClaim, socialSignInUrl } from "#web/entities/account/social-sign-in.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { refusalMessage } from "#web/lib/forms/field-errors.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { beginSession } from "#web/lib/session/sign-in.ts";
import { m } from "#web/paraglide/messages.js";
import { buttonClass } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { FormAlert } from "#web/ui/Field.tsx";
import { CodeForm } from "./CodeForm.tsx";

type SecondStepDialogProps = { claim: SocialClaim; onClose(): void };

/** Asks whoever came by X for the code of their account, before there is a session. */
export function SecondStepDialog({ claim: { claim, handle }, onClose }: SecondStepDialogProps) {
  const navigate = useNavigate();
  const language = useLocale();
  const [expired, setExpired] = useState<string | null>(null);
  const send = async (one_time_code: string) => {
    const answer = await browserApi.call("POST /auth/twitter/second-factor", {
      body: { claim, one_time_code },
    });
    if (answer.status === 200) {
      dropClaim();
      const to = await beginSession(answer.body);
      onClose();
      await navigate(to, { replace: true });
      return null;
    }
    if (answer.status === 409) {
      dropClaim();
      setExpired(answer.body.message);
      return null;
    }
    return answer.status === 401 ? answer.body.message : refusalMessage(answer);
  };
  return (
    <Dialog open onClose={onClose} title={expired ? m.factor_expired_title() : m.factor_login_title()}>
      {expired === null ? (
        <>
          <p className="text-text-2">{m.factor_login_lead_x({ handle })}</p>
          <CodeForm send={send} />
        </>
      ) : (
        <>
          <FormAlert text={expired} />
          <a href={socialSignInUrl({ language })} className={buttonClass("primary", "lg", true)}>
            {m.social_begin_again()}
          </a>
        </>
      )}
    </Dialog>
  );
}
