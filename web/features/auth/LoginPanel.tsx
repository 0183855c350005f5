import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { refusalMessage } from "#web/lib/forms/field-errors.ts";
import type { LoginForm } from "#web/lib/forms/field-rules.ts";
import { beginSession } from "#web/lib/session/sign-in.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { AuthCard } from "./AuthCard.tsx";
import type { RefusedForm } from "./form-actions.ts";
import { PairForm } from "./PairForm.tsx";
import { CodeForm } from "./second-factor/CodeForm.tsx";
import { TwitterButton } from "./social/TwitterButton.tsx";

/** Signing in by user name or email, then by a code where the account has a second factor. */
export function LoginPanel({ refused }: { refused?: RefusedForm | undefined }) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState(refused?.problem ?? null);
  /** The pair that was right and waits for its code. */
  const [pair, setPair] = useState<LoginForm | null>(null);
  /** Answers why the code was refused; what is wrong with the pair leads back to it. */
  const signIn = async (form: LoginForm, one_time_code = ""): Promise<string | null> => {
    setProblem(null);
    const answer = await browserApi.call("POST /api/web_login", { body: { ...form, one_time_code } });
    if (answer.status === 200) {
      await navigate(await beginSession(answer.body), { replace: true });
      return null;
    }
    const code = answer.status === 401 ? answer.body.code : "";
    if (code === "second_factor_required") setPair(form);
    else if (code === "wrong_code") return answer.body?.message ?? null;
    else if (pair !== null && answer.status !== 401) return refusalMessage(answer);
    else {
      setPair(null);
      setProblem(refusalMessage(answer));
    }
    return null;
  };
  if (pair !== null)
    return (
      <AuthCard
        title={m.factor_login_title()}
        lead={m.factor_login_lead()}
        problem={null}
        foot={
          <Button tone="quiet" onClick={() => setPair(null)}>
            {m.factor_login_back()}
          </Button>
        }
      >
        <CodeForm send={(code) => signIn(pair, code)} />
      </AuthCard>
    );
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
      <PairForm refused={refused} onFilled={signIn} />
      <TwitterButton />
    </AuthCard>
  );
}
