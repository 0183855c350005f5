import { type ReactNode, useEffect } from "react";
import { useForm } from "react-hook-form";
import { fieldErrorMessage } from "#web/lib/forms/field-errors.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { OneTimeCodeField } from "#web/ui/CredentialFields.tsx";

type CodeFormProps = {
  /** Sends the code; answers why it was refused, or null. */
  send(code: string): Promise<string | null>;
  /** The way back, beside the button. */
  back?: ReactNode;
};

/** The second step of signing in: the code. */
export function CodeForm({ send, back }: CodeFormProps) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    defaultValues: { one_time_code: "" },
  });
  useEffect(() => setFocus("one_time_code"), [setFocus]);
  const submit = handleSubmit(async ({ one_time_code }) => {
    const message = one_time_code.trim() === "" ? "required" : await send(one_time_code);
    if (message !== null) setError("one_time_code", { message }, { shouldFocus: true });
  });
  return (
    <form onSubmit={submit} noValidate method="post" className="mt-6 grid gap-2">
      <OneTimeCodeField
        error={fieldErrorMessage(formState.errors.one_time_code?.message)}
        {...register("one_time_code")}
      />
      <Button type="submit" tone="primary" size="lg" wide busy={formState.isSubmitting} className="mt-2">
        {m.factor_login_submit()}
      </Button>
      {back}
    </form>
  );
}
