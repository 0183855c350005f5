import { useState } from "react";
import { useNavigate } from "react-router";
import { dropClaim, type SocialClaim, socialSignInUrl } from "#web/entities/account/social-sign-in.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { beginSession } from "#web/lib/session/sign-in.ts";
import { m } from "#web/paraglide/messages.js";
import { buttonClass } from "#web/ui/buttons/Button.tsx";
import { FormAlert } from "#web/ui/fields/Field.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { CodeForm, codeProblem } from "./CodeForm.tsx";

type SecondStepDialogProps = { claim: SocialClaim; onClose(): void };

/** Asks users who came by X for the code of their account, before there is a session. */
export function SecondStepDialog({ claim: { claim, handle }, onClose }: SecondStepDialogProps) {
  const navigate = useNavigate();
  const language = useLocale();
  const [expired, setExpired] = useState<string | null>(null);
  const { run, pending, refusal } = useCommand({
    call: (one_time_code: string) =>
      browserApi.call("POST /auth/twitter/second-factor", { body: { claim, one_time_code } }),
    async onDone({ body }) {
      dropClaim();
      const to = await beginSession(body);
      onClose();
      await navigate(to, { replace: true });
    },
    onRefused({ status, message }) {
      if (status !== 409) return;
      dropClaim();
      setExpired(message);
    },
  });
  return (
    <Dialog open onClose={onClose} title={expired ? m.factor_expired_title() : m.factor_login_title()}>
      {expired === null ? (
        <>
          <p className="text-text-2">{m.factor_login_lead_x({ handle })}</p>
          <CodeForm send={run} busy={pending} problem={refusal && codeProblem(refusal)} />
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
