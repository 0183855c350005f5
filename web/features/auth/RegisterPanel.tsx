import { Link } from "react-router";
import { UniquenessBadge } from "#web/entities/account/uniqueness.tsx";
import { fieldErrorMessage } from "#web/lib/forms/field-errors.ts";
import type { RefusedForm } from "#web/lib/forms/plain-form.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { PasswordField } from "#web/ui/fields/CredentialFields.tsx";
import { Field } from "#web/ui/fields/Field.tsx";
import { AuthCard } from "./AuthCard.tsx";
import { ConsentCheckboxes } from "./ConsentCheckboxes.tsx";
import { type Wanted, wantedTitle } from "./intent.ts";
import { TwitterButton } from "./social/TwitterButton.tsx";
import { useRegistration } from "./use-registration.ts";

type RegisterPanelProps = {
  model: boolean;
  referrer: number | null;
  /** The server's answer to this form when it was sent without JavaScript. */
  refused?: RefusedForm | undefined;
  /** The intent for which they were led here; a model signs up for their own sake. */
  wanted?: Wanted | null;
};

/** Signing up, as a fan or as a model. */
export function RegisterPanel({ model, referrer, refused, wanted = null }: RegisterPanelProps) {
  const asked = { model, referrer, refused };
  const { form, busy, problem, submit, uniqueness, recheckRepetition } = useRegistration(asked);
  const { register, formState } = form;
  const named = model ? null : wanted;
  const error = (field: keyof typeof formState.errors) => fieldErrorMessage(formState.errors[field]?.message);
  const loginError = uniqueness.login === "taken" ? m.auth_login_taken() : error("login");
  const emailError = uniqueness.email === "taken" ? m.auth_email_taken() : error("email");
  return (
    <AuthCard
      title={named ? wantedTitle(named) : model ? m.auth_register_model_title() : m.auth_register_title()}
      lead={named ? m.auth_saved() : model ? m.auth_register_model_lead() : m.auth_register_lead()}
      model={named}
      problem={problem}
      footer={
        <>
          {m.auth_have_account()}{" "}
          <Link to="/login" className="font-[550] text-accent hover:underline">
            {m.auth_login_title()}
          </Link>
        </>
      }
    >
      <form onSubmit={submit} noValidate method="post" className="mt-6 grid gap-2">
        <Field
          label={m.auth_login_name()}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={loginError}
          end={<UniquenessBadge of="login" state={uniqueness.login} />}
          defaultValue={refused?.values.login}
          {...register("login")}
        />
        <Field
          label={m.auth_email()}
          type="email"
          autoComplete="email"
          error={emailError}
          end={<UniquenessBadge of="email" state={uniqueness.email} />}
          defaultValue={refused?.values.email}
          {...register("email")}
        />
        <PasswordField
          label={m.auth_password()}
          autoComplete="new-password"
          hint={m.auth_password_hint()}
          error={error("password")}
          {...register("password", { onChange: recheckRepetition })}
        />
        <PasswordField
          label={m.auth_password_again()}
          autoComplete="new-password"
          error={error("password_confirmation")}
          {...register("password_confirmation")}
        />
        <ConsentCheckboxes register={register} error={error} model={model} />
        <Button type="submit" tone="primary" size="lg" wide busy={busy} className="mt-2">
          {m.auth_register_submit()}
        </Button>
      </form>
      {!model && <TwitterButton referrer={referrer} />}
    </AuthCard>
  );
}
