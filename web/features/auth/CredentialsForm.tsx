import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { fieldErrorMessage, useServedErrors } from "#web/lib/forms/field-errors.ts";
import { type LoginForm, loginForm } from "#web/lib/forms/field-rules.ts";
import type { RefusedForm } from "#web/lib/forms/plain-form.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { OneTimeCodeField, PasswordField } from "#web/ui/fields/CredentialFields.tsx";
import { Field } from "#web/ui/fields/Field.tsx";

type Typed = LoginForm & { one_time_code?: string };

type CredentialsFormProps = {
  /** The server's answer to this form when it was sent without JavaScript. */
  refused: RefusedForm | undefined;
  /** Of its button: one on a page is primary. */
  tone: "primary" | "solid";
  /** Why the code was refused that went out beside the password. */
  codeProblem: string | null;
  onFilled(form: LoginForm, code: string): Promise<unknown>;
};

/**
 * User name or email, and password. Typed text stays when it is refused. Without JavaScript the code of a second
 * factor is asked for here too, beside the password: nothing is kept between the two.
 */
export function CredentialsForm({ refused, tone, codeProblem, onFilled }: CredentialsFormProps) {
  const typed = refused?.values.login ?? "";
  const { register, handleSubmit, formState, setFocus, getValues } = useForm<Typed, unknown, LoginForm>({
    resolver: zodResolver(loginForm),
    mode: "onTouched",
    defaultValues: { login: typed, password: "" },
    ...useServedErrors(refused),
  });
  const { errors, isSubmitting } = formState;
  const asksCode = refused?.code === "second_factor_required" || refused?.code === "wrong_code";
  const submit = handleSubmit(async (form) => {
    await onFilled(form, getValues("one_time_code") ?? "");
    setFocus("password");
  });
  return (
    <form onSubmit={submit} noValidate method="post" className="mt-5 grid gap-1.5">
      <Field
        label={m.auth_user()}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={fieldErrorMessage(errors.login?.message)}
        defaultValue={typed}
        {...register("login")}
      />
      <PasswordField
        label={m.auth_password()}
        autoComplete="current-password"
        error={fieldErrorMessage(errors.password?.message)}
        {...register("password")}
      />
      {asksCode && (
        <OneTimeCodeField
          error={codeProblem ?? fieldErrorMessage(errors.one_time_code?.message)}
          {...register("one_time_code")}
        />
      )}
      <Link to="/lost-password" className="justify-self-end py-1 text-14 text-text-2 hover:underline">
        {m.password_forgot()}
      </Link>
      <Button type="submit" tone={tone} size="lg" wide busy={isSubmitting} className="mt-2">
        {m.auth_login_submit()}
      </Button>
    </form>
  );
}
