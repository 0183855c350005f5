import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useNavigate } from "react-router";
import { browserApi } from "#web/lib/browser-api.ts";
import { type LoginForm, loginForm } from "#web/lib/fields/field-rules.ts";
import { issueWords } from "#web/lib/fields/issue-words.ts";
import { refusalWords } from "#web/lib/fields/refusal-words.ts";
import { beginSession } from "#web/lib/sign-in.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { PasswordField } from "#web/ui/PasswordField.tsx";
import { AuthCard } from "./AuthCard.tsx";
import { TwitterButton } from "./social/TwitterButton.tsx";

/** Signing in by user name or email. What was typed stays when it is refused. */
export function LoginPanel() {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const { register, handleSubmit, formState, setFocus } = useForm<LoginForm>({
    resolver: zodResolver(loginForm),
    mode: "onTouched",
    defaultValues: { login: "", password: "" },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (form) => {
    setProblem(null);
    const answer = await browserApi.call("POST /api/web_login", { body: form });
    if (answer.status === 200) return navigate(await beginSession(answer.body), { replace: true });
    setProblem(refusalWords(answer));
    setFocus("password");
  });
  return (
    <AuthCard
      title={m.auth_login_title()}
      lead={m.auth_login_lead()}
      problem={problem}
      foot={
        <>
          {m.auth_no_account()}{" "}
          <Link to="/register" className="font-[550] text-accent hover:underline">
            {m.auth_sign_up()}
          </Link>
        </>
      }
    >
      <form onSubmit={submit} noValidate method="post" className="mt-6 grid gap-2">
        <Field
          label={m.auth_user()}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={issueWords(errors.login?.message)}
          {...register("login")}
        />
        <PasswordField
          label={m.auth_password()}
          autoComplete="current-password"
          error={issueWords(errors.password?.message)}
          {...register("password")}
        />
        <Link to="/lost-password" className="justify-self-end py-1 text-14 text-text-2 hover:underline">
          {m.password_forgot()}
        </Link>
        <Button type="submit" tone="primary" size="lg" wide busy={isSubmitting} className="mt-2">
          {m.auth_login_submit()}
        </Button>
      </form>
      <TwitterButton />
    </AuthCard>
  );
}
