import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { type BaseSyntheticEvent, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import type { FanProfile } from "#contract/profile.ts";
import { emptyReauth, isReauthMissing, ReauthFields } from "#web/entities/account/ReauthForm.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { fieldErrorMessage, refusalMessage, showFieldErrors } from "#web/lib/forms/field-errors.ts";
import { type PasswordForm, passwordForm } from "#web/lib/forms/field-rules.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { PasswordField } from "#web/ui/CredentialFields.tsx";
import { FormAlert } from "#web/ui/Field.tsx";
import { toast } from "#web/ui/toast.ts";
import { SettingsSection } from "./SettingsSection.tsx";

/** Another password; a first one for whoever came by X. */
export function PasswordSection({ viewer }: { viewer: FanProfile }) {
  const { form, problem, submit } = usePasswordForm(viewer, () =>
    toast({ kind: "success", text: m.settings_password_saved() }),
  );
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <SettingsSection title={m.settings_password()}>
      <form onSubmit={submit} noValidate method="post" className="grid gap-2">
        <FormAlert text={problem} />
        {/* Password managers keep a password under the name beside it. */}
        <input type="text" autoComplete="username" value={viewer.login} readOnly hidden />
        {!viewer.has_password && <p className="text-text-2">{m.settings_password_first()}</p>}
        <div className="grid items-start gap-x-4 gap-y-2 md:grid-cols-2">
          <ReauthFields viewer={viewer} register={register} errors={errors} />
        </div>
        <div className="grid gap-x-4 gap-y-2 md:grid-cols-2">
          <PasswordField
            label={m.settings_password_new()}
            autoComplete="new-password"
            hint={m.auth_password_hint()}
            error={fieldErrorMessage(errors.password?.message)}
            {...register("password")}
          />
          <PasswordField
            label={m.settings_password_again()}
            autoComplete="new-password"
            error={fieldErrorMessage(errors.password_confirmation?.message)}
            {...register("password_confirmation")}
          />
        </div>
        <p className="text-12 text-text-3">{m.settings_password_note()}</p>
        <Button type="submit" busy={formState.isSubmitting} className="mt-1 justify-self-start">
          {m.settings_password_save()}
        </Button>
      </form>
    </SettingsSection>
  );
}

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
    defaultValues: { ...emptyReauth, password: "", password_confirmation: "" },
  });
  const send = async (filled: PasswordForm) => {
    setProblem(null);
    if (isReauthMissing(form, filled, viewer)) return;
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
    setProblem(refusalMessage(answer));
  };
  return { form, problem, submit: form.handleSubmit(send) };
}
