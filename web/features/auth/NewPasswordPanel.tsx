import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { browserApi } from "#web/lib/api/browser-api.ts";
import {
  fieldErrorMessage,
  namesFields,
  signInRefusalText,
  useServedErrors,
} from "#web/lib/forms/field-errors.ts";
import { type NewPasswordForm, newPasswordForm } from "#web/lib/forms/field-rules.ts";
import type { RefusedForm } from "#web/lib/forms/plain-form.ts";
import { useFormCommand } from "#web/lib/forms/use-form-command.ts";
import { forgetUser } from "#web/lib/session/sign-in.ts";
import { m } from "#web/paraglide/messages.js";
import { Button, ButtonLink } from "#web/ui/buttons/Button.tsx";
import { PasswordField } from "#web/ui/fields/CredentialFields.tsx";
import { AuthCard } from "./AuthCard.tsx";
import { BackToLogin } from "./BackToLogin.tsx";
import type { SentWithoutJavaScript } from "./LostPasswordPanel.tsx";

/** The contents of a mailed link. */
export type ResetLink = { token: string; email: string };

/** Chooses a new password by a mailed link. */
export function NewPasswordPanel({ outcome, refused, ...link }: ResetLink & SentWithoutJavaScript) {
  const { form, busy, problem, dead, submit } = useNewPassword(link, refused);
  const { errors } = form.formState;
  if (outcome?.kind === "saved") return <Saved />;
  if (dead || outcome?.kind === "dead_link") return <DeadLink />;
  return (
    <AuthCard
      title={m.password_new_title()}
      lead={m.password_new_lead({ email: link.email })}
      problem={problem}
      footer={<BackToLogin />}
    >
      <form onSubmit={submit} noValidate method="post" className="mt-6 grid gap-2">
        {/* Password managers file the new password under this name. */}
        <input type="hidden" name="username" autoComplete="username" value={link.email} readOnly />
        <PasswordField
          label={m.password_new()}
          autoComplete="new-password"
          hint={m.auth_password_hint()}
          error={fieldErrorMessage(errors.password?.message)}
          {...form.register("password")}
        />
        <PasswordField
          label={m.password_new_again()}
          autoComplete="new-password"
          error={fieldErrorMessage(errors.password_confirmation?.message)}
          {...form.register("password_confirmation")}
        />
        <Button type="submit" tone="primary" size="lg" wide busy={busy} className="mt-2">
          {m.password_new_submit()}
        </Button>
      </form>
    </AuthCard>
  );
}

function useNewPassword({ token, email }: ResetLink, refused: RefusedForm | undefined) {
  const navigate = useNavigate();
  const [dead, setDead] = useState(false);
  const form = useForm<NewPasswordForm>({
    resolver: zodResolver(newPasswordForm),
    mode: "onTouched",
    defaultValues: { password: "", password_confirmation: "" },
    ...useServedErrors(refused),
  });
  const command = useFormCommand({
    form,
    call: (filled) => browserApi.call("POST /auth/password/reset", { body: { ...filled, token, email } }),
    onDone() {
      // Every session of the account has ended; one of them may have been this page's.
      forgetUser();
      return navigate("/login", { replace: true });
    },
    onRefused: ({ status, errors }) => setDead(status === 422 && !namesFields(form, errors)),
    problemText: signInRefusalText,
    servedProblem: refused?.problem,
  });
  return { form, dead, ...command };
}

function Saved() {
  return (
    <AuthCard
      title={m.password_updated_title()}
      lead={m.password_updated_text()}
      problem={null}
      footer={<BackToLogin />}
    >
      {null}
    </AuthCard>
  );
}

function DeadLink() {
  return (
    <AuthCard
      title={m.password_link_dead_title()}
      lead={m.password_link_dead_text()}
      problem={null}
      footer={<BackToLogin />}
    >
      <ButtonLink to="/lost-password" replace tone="primary" size="lg" wide className="mt-6">
        {m.password_link_again()}
      </ButtonLink>
    </AuthCard>
  );
}
