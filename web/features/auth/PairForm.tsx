import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { Link } from "react-router";
import { fieldErrorMessage } from "#web/lib/forms/field-errors.ts";
import { type LoginForm, loginForm } from "#web/lib/forms/field-rules.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { PasswordField } from "#web/ui/CredentialFields.tsx";
import { Field } from "#web/ui/Field.tsx";

/** User name or email, and password. What was typed stays when it is refused. */
export function PairForm({ onFilled }: { onFilled(form: LoginForm): Promise<unknown> }) {
  const { register, handleSubmit, formState, setFocus } = useForm<LoginForm>({
    resolver: zodResolver(loginForm),
    mode: "onTouched",
    defaultValues: { login: "", password: "" },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (form) => {
    await onFilled(form);
    setFocus("password");
  });
  return (
    <form onSubmit={submit} noValidate method="post" className="mt-6 grid gap-2">
      <Field
        label={m.auth_user()}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={fieldErrorMessage(errors.login?.message)}
        {...register("login")}
      />
      <PasswordField
        label={m.auth_password()}
        autoComplete="current-password"
        error={fieldErrorMessage(errors.password?.message)}
        {...register("password")}
      />
      <Link to="/lost-password" className="justify-self-end py-1 text-14 text-text-2 hover:underline">
        {m.password_forgot()}
      </Link>
      <Button type="submit" tone="primary" size="lg" wide busy={isSubmitting} className="mt-2">
        {m.auth_login_submit()}
      </Button>
    </form>
  );
}
