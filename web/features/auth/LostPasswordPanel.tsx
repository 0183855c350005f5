import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { fieldErrorMessage, refusalMessage, showFieldErrors } from "#web/lib/forms/field-errors.ts";
import { type ForgotForm, forgotForm } from "#web/lib/forms/field-rules.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { Field } from "#web/ui/Field.tsx";
import { toast } from "#web/ui/toast.ts";
import { AuthCard } from "./AuthCard.tsx";
import { BackToLogin } from "./BackToLogin.tsx";

/** Asks for a link to a new password, and then says where to look for it. */
export function LostPasswordPanel() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo === null) return <AskForLink onSent={setSentTo} />;
  return (
    <AuthCard
      title={m.password_lost_sent_title()}
      lead={m.password_lost_sent_text({ email: sentTo })}
      problem={null}
      foot={<BackToLogin />}
    >
      <p className="mt-4 rounded-12 bg-warn-soft px-4 py-3">{m.email_spam()}</p>
      <Button wide className="mt-5" onClick={() => setSentTo(null)}>
        {m.password_lost_again()}
      </Button>
    </AuthCard>
  );
}

function AskForLink({ onSent }: { onSent(email: string): void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<ForgotForm>({
    resolver: zodResolver(forgotForm),
    mode: "onTouched",
    defaultValues: { email: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (filled) => {
    setProblem(null);
    const answer = await browserApi.call("POST /auth/password/email", { body: filled });
    if (answer.status === 200) {
      toast({ kind: "success", text: m.password_lost_sent() });
      return onSent(filled.email);
    }
    if (answer.status === 422 && showFieldErrors(form, answer.body.errors)) return;
    setProblem(answer.status === 429 ? answer.body.message : refusalMessage(answer));
  });
  return (
    <AuthCard
      title={m.password_lost_title()}
      lead={m.password_lost_lead()}
      problem={problem}
      foot={<BackToLogin />}
    >
      <form onSubmit={submit} noValidate method="post" className="mt-6 grid gap-2">
        <Field
          label={m.auth_email()}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          error={fieldErrorMessage(errors.email?.message)}
          {...form.register("email")}
        />
        <Button type="submit" tone="primary" size="lg" wide busy={isSubmitting} className="mt-2">
          {m.password_lost_submit()}
        </Button>
      </form>
    </AuthCard>
  );
}
