import { type ReactNode, useEffect } from "react";
import { useForm } from "react-hook-form";
import { isBlank } from "#contract/written-text.ts";
import type { Refusal } from "#web/lib/api/refusal.ts";
import { fieldErrorMessage, signInRefusalText } from "#web/lib/forms/field-errors.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { OneTimeCodeField } from "#web/ui/fields/CredentialFields.tsx";

type CodeFormProps = {
  send(code: string): Promise<unknown>;
  busy: boolean;
  /** Why the code was refused. */
  problem: string | null;
  /** The way back, beside the button. */
  back?: ReactNode;
};

/** Why a code was refused: a wrong one says so itself. */
export function codeProblem(refusal: Refusal): string {
  return refusal.status === 401 ? refusal.message : signInRefusalText(refusal);
}

/** The second step of signing in: the code. */
export function CodeForm({ send, busy, problem, back }: CodeFormProps) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    defaultValues: { one_time_code: "" },
  });
  // The field has the focus at first, and again when its code was refused.
  useEffect(() => {
    if (!busy) setFocus("one_time_code");
  }, [setFocus, busy]);
  const submit = handleSubmit(async ({ one_time_code }) => {
    if (!isBlank(one_time_code)) await send(one_time_code);
    else setError("one_time_code", { message: "required" }, { shouldFocus: true });
  });
  return (
    <form onSubmit={submit} noValidate method="post" className="mt-6 grid gap-2">
      <OneTimeCodeField
        error={fieldErrorMessage(formState.errors.one_time_code?.message) ?? problem}
        {...register("one_time_code")}
      />
      <Button type="submit" tone="primary" size="lg" wide busy={busy} className="mt-2">
        {m.factor_login_submit()}
      </Button>
      {back}
    </form>
  );
}
