import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { fieldErrorMessage, signInRefusalText, useServedErrors } from "#web/lib/forms/field-errors.ts";
import { type ForgotForm, forgotForm } from "#web/lib/forms/field-rules.ts";
import type { RefusedForm } from "#web/lib/forms/plain-form.ts";
import { useFormCommand } from "#web/lib/forms/use-form-command.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Field } from "#web/ui/fields/Field.tsx";
import { toast } from "#web/ui/overlays/toast.ts";
import { AuthCard } from "./AuthCard.tsx";
import { BackToLogin } from "./BackToLogin.tsx";
import type { PasswordOutcome } from "./form-actions.ts";

/** The server's answer to the form when it was sent without JavaScript. */
export type SentWithoutJavaScript = {
  outcome?: PasswordOutcome | undefined;
  refused?: RefusedForm | undefined;
};

/** Asks for a link to a new password, and then says where to look for it. */
export function LostPasswordPanel({ outcome, refused }: SentWithoutJavaScript) {
  const [sentTo, setSentTo] = useState(outcome?.kind === "sent" ? outcome.email : null);
  if (sentTo === null) return <AskForLink refused={refused} onSent={setSentTo} />;
  return (
    <AuthCard
      title={m.password_lost_sent_title()}
      lead={m.password_lost_sent_text({ email: sentTo })}
      problem={null}
      footer={<BackToLogin />}
    >
      <p className="mt-4 rounded-12 bg-warn-soft px-4 py-3">{m.email_spam()}</p>
      <Button wide className="mt-5" onClick={() => setSentTo(null)}>
        {m.password_lost_again()}
      </Button>
    </AuthCard>
  );
}

type AskForLinkProps = Pick<SentWithoutJavaScript, "refused"> & { onSent(email: string): void };

function AskForLink({ refused, onSent }: AskForLinkProps) {
  const form = useForm<ForgotForm>({
    resolver: zodResolver(forgotForm),
    mode: "onTouched",
    defaultValues: { email: refused?.values.email ?? "" },
    ...useServedErrors(refused),
  });
  const { errors } = form.formState;
  const { busy, problem, submit } = useFormCommand({
    form,
    call: (body) => browserApi.call("POST /auth/password/email", { body }),
    onDone(_, { email }) {
      toast({ kind: "success", text: m.password_lost_sent() });
      onSent(email);
    },
    problemText: (refusal) => (refusal.status === 429 ? refusal.message : signInRefusalText(refusal)),
    servedProblem: refused?.problem,
  });
  return (
    <AuthCard
      title={m.password_lost_title()}
      lead={m.password_lost_lead()}
      problem={problem}
      footer={<BackToLogin />}
    >
      <form onSubmit={submit} noValidate method="post" className="mt-6 grid gap-2">
        <Field
          label={m.auth_email()}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          error={fieldErrorMessage(errors.email?.message)}
          defaultValue={refused?.values.email}
          {...form.register("email")}
        />
        <Button type="submit" tone="primary" size="lg" wide busy={busy} className="mt-2">
          {m.password_lost_submit()}
        </Button>
      </form>
    </AuthCard>
  );
}
