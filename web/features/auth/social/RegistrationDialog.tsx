import { socialSignInUrl } from "#web/entities/account/social-sign-in.ts";
import { UniquenessBadge } from "#web/entities/account/uniqueness.tsx";
import { fieldErrorMessage } from "#web/lib/forms/field-errors.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { m } from "#web/paraglide/messages.js";
import { Button, buttonClass } from "#web/ui/buttons/Button.tsx";
import { Field } from "#web/ui/fields/Field.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { ConsentCheckboxes } from "../ConsentCheckboxes.tsx";
import { type Newcomer, useSocialRegistration } from "./use-social-registration.ts";

/** Completes a registration that X began: the user name and the consents; without them there is no account. */
export function RegistrationDialog({ newcomer, onClose }: { newcomer: Newcomer; onClose(): void }) {
  const { form, busy, uniqueness, problem, expired, submit } = useSocialRegistration(newcomer, onClose);
  const { errors } = form.formState;
  const language = useLocale();
  const loginError = uniqueness === "taken" ? m.auth_login_taken() : fieldErrorMessage(errors.login?.message);
  const { handle, email } = newcomer;
  return (
    <Dialog open onClose={onClose} locked={busy} title={m.social_register_title()}>
      <p className="text-text-2">{m.social_register_text({ handle })}</p>
      <div aria-live="assertive" className="empty:hidden">
        {problem !== null && <p className="rounded-12 bg-error-soft px-4 py-3">{problem}</p>}
      </div>
      {expired ? (
        <a href={socialSignInUrl({ language })} className={buttonClass("primary", "lg", true)}>
          {m.social_begin_again()}
        </a>
      ) : (
        <form onSubmit={submit} noValidate method="post" className="grid gap-2">
          <Field
            label={m.auth_login_name()}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            error={loginError}
            hint={email === null ? m.social_register_no_email() : m.social_register_email({ email })}
            end={<UniquenessBadge of="login" state={uniqueness} />}
            {...form.register("login")}
          />
          <ConsentCheckboxes
            register={(field) => (field === "accept_creator_agreement" ? {} : form.register(field))}
            error={(field) =>
              field === "accept_creator_agreement" ? null : fieldErrorMessage(errors[field]?.message)
            }
          />
          <Button type="submit" tone="primary" size="lg" wide busy={busy} className="mt-2">
            {m.social_register_submit()}
          </Button>
        </form>
      )}
    </Dialog>
  );
}
