import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { signInRefusalText } from "#web/lib/forms/field-errors.ts";
import type { LoginForm } from "#web/lib/forms/field-rules.ts";
import type { RefusedForm } from "#web/lib/forms/plain-form.ts";
import { beginSession } from "#web/lib/session/sign-in.ts";
import { m } from "#web/paraglide/messages.js";
import { Button, ButtonLink } from "#web/ui/buttons/Button.tsx";
import { AuthCard } from "./AuthCard.tsx";
import { CredentialsForm } from "./CredentialsForm.tsx";
import { type Wanted, wantedTitle } from "./intent.ts";
import { CodeForm, codeProblem } from "./second-factor/CodeForm.tsx";
import { TwitterButton } from "./social/TwitterButton.tsx";

type LoginPanelProps = {
  refused?: RefusedForm | undefined;
  /** The intent for which they were led here: somebody who has no account yet is helped first. */
  wanted?: Wanted | null;
};

/** Signing in by user name or email, then by a code where the account has a second factor. */
export function LoginPanel({ refused, wanted = null }: LoginPanelProps) {
  const navigate = useNavigate();
  /** The credentials that were right and wait for their code. */
  const [credentials, setCredentials] = useState<LoginForm | null>(null);
  const { run, pending, refusal } = useCommand({
    call: (body: LoginForm & { one_time_code: string }) => browserApi.call("POST /api/web_login", { body }),
    async onDone({ body }) {
      await navigate(await beginSession(body), { replace: true });
    },
    onRefused({ status, code }, { login, password }) {
      if (code === "second_factor_required") setCredentials({ login, password });
      else if (status === 401 && code !== "wrong_code") setCredentials(null);
    },
  });
  const asksCode = refusal?.code === "second_factor_required";
  if (credentials !== null)
    return (
      <AuthCard
        title={m.factor_login_title()}
        lead={m.factor_login_lead()}
        problem={null}
        footer={
          <Button tone="quiet" onClick={() => setCredentials(null)}>
            {m.factor_login_back()}
          </Button>
        }
      >
        <CodeForm
          send={(one_time_code) => run({ ...credentials, one_time_code })}
          busy={pending}
          problem={refusal && !asksCode ? codeProblem(refusal) : null}
        />
      </AuthCard>
    );
  const served = pending ? null : (refused?.problem ?? null);
  const isWrongCode = refusal?.code === "wrong_code";
  const problem = refusal === null ? served : asksCode || isWrongCode ? null : signInRefusalText(refusal);
  return (
    <AuthCard
      title={wanted ? wantedTitle(wanted) : m.auth_login_title()}
      lead={wanted ? m.auth_saved() : m.auth_login_lead()}
      model={wanted}
      first={wanted && <SignUpFirst />}
      problem={problem}
      footer={
        wanted ? null : (
          <>
            {m.auth_no_account()}{" "}
            <Link to="/register" className="font-[550] text-accent hover:underline">
              {m.auth_sign_up()}
            </Link>
          </>
        )
      }
    >
      <CredentialsForm
        refused={refused}
        tone={wanted ? "solid" : "primary"}
        codeProblem={isWrongCode ? codeProblem(refusal) : null}
        onFilled={(form, one_time_code) => run({ ...form, one_time_code })}
      />
      <TwitterButton />
    </AuthCard>
  );
}

/** A guest who came here because of a model mostly has no account. */
function SignUpFirst() {
  return (
    <>
      <ButtonLink to="/register" tone="primary" size="lg" wide className="mt-6">
        {m.auth_sign_up()}
      </ButtonLink>
      <h2 className="mt-8 border-t border-line pt-5 text-16!">{m.auth_intent_have()}</h2>
    </>
  );
}
