import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { type BaseSyntheticEvent, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import type { FanProfile } from "#contract/profile.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { type PasswordForm, passwordForm } from "#web/lib/forms/field-rules.ts";
import { refusalWords } from "#web/lib/forms/refusal-message.ts";
import { showFieldErrors } from "#web/lib/forms/show-field-errors.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { isUntold, untold } from "./reauth-form.ts";

export type PasswordChange = {
  form: UseFormReturn<PasswordForm>;
  /** What was refused apart from single fields. */
  problem: string | null;
  submit(event?: BaseSyntheticEvent): Promise<void>;
};

/** The form that gives an account another password. This session stays; every other one has ended when `saved`. */
export function usePasswordForm(viewer: FanProfile, saved: () => void): PasswordChange {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<PasswordForm>({
    resolver: zodResolver(passwordForm),
    mode: "onTouched",
    defaultValues: { ...untold, password: "", password_confirmation: "" },
  });
  const send = async (filled: PasswordForm) => {
    setProblem(null);
    if (isUntold(form, filled, viewer)) return;
    const params = { id: viewer.id };
    const answer = await browserApi.call("POST /api/fan/store-password/{id}", { params, body: filled });
    if (answer.status === 200) {
      client.setQueryData(profileQuery.queryKey, (profile) =>
        profile ? { ...profile, has_password: true } : profile,
      );
      form.reset();
      return saved();
    }
    if (answer.status === 422 && showFieldErrors(form, answer.body.errors)) return;
    setProblem(refusalWords(answer));
  };
  return { form, problem, submit: form.handleSubmit(send) };
}
