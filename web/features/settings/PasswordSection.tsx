import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type { FanProfile } from "#contract/profile.ts";
import { emptyReauth, isReauthMissing, ReauthFields } from "#web/entities/account/ReauthForm.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { fieldErrorMessage } from "#web/lib/forms/field-errors.ts";
import { type PasswordForm, passwordForm } from "#web/lib/forms/field-rules.ts";
import { useFormCommand } from "#web/lib/forms/use-form-command.ts";
import { useSetViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { PasswordField } from "#web/ui/fields/CredentialFields.tsx";
import { FormAlert } from "#web/ui/fields/Field.tsx";
import { toast } from "#web/ui/overlays/toast.ts";
import { sessionsQuery } from "./security-queries.ts";
import { SettingsSection } from "./SettingsSection.tsx";

/** Another password; a first one for users who came by X. */
export function PasswordSection({ viewer }: { viewer: FanProfile }) {
  const { form, problem, submit } = usePasswordForm(viewer);
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <SettingsSection title={m.settings_password()} anchor="password">
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

/** The form that gives an account another password. This session stays; every other one has ended when it is saved. */
function usePasswordForm(viewer: FanProfile) {
  const client = useQueryClient();
  const setViewer = useSetViewer();
  const form = useForm<PasswordForm>({
    resolver: zodResolver(passwordForm),
    mode: "onTouched",
    defaultValues: { ...emptyReauth, password: "", password_confirmation: "" },
  });
  const command = useFormCommand({
    form,
    check: (filled) => !isReauthMissing(form, filled, viewer),
    call: (body) => browserApi.call("POST /api/fan/store-password/{id}", { params: { id: viewer.id }, body }),
    onDone() {
      setViewer({ ...viewer, has_password: true });
      // All others have been ended by it.
      void client.invalidateQueries(sessionsQuery);
      form.reset();
      toast({ kind: "success", text: m.settings_password_saved() });
    },
  });
  return { form, ...command };
}
