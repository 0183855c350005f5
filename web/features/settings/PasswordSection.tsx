import type { FanProfile } from "#contract/profile.ts";
import { OwnerFields } from "#web/entities/account/ReauthFields.tsx";
import { usePasswordForm } from "#web/entities/account/use-password-form.ts";
import { issueWords } from "#web/lib/forms/issue-messages.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { PasswordField } from "#web/ui/PasswordField.tsx";
import { Problem } from "#web/ui/Problem.tsx";
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
        <Problem text={problem} />
        {/* Password managers keep a password under the name beside it. */}
        <input type="text" autoComplete="username" value={viewer.login} readOnly hidden />
        {!viewer.has_password && <p className="text-text-2">{m.settings_password_first()}</p>}
        <div className="grid items-start gap-x-4 gap-y-2 md:grid-cols-2">
          <OwnerFields viewer={viewer} register={register} errors={errors} />
        </div>
        <div className="grid gap-x-4 gap-y-2 md:grid-cols-2">
          <PasswordField
            label={m.settings_password_new()}
            autoComplete="new-password"
            hint={m.auth_password_hint()}
            error={issueWords(errors.password?.message)}
            {...register("password")}
          />
          <PasswordField
            label={m.settings_password_again()}
            autoComplete="new-password"
            error={issueWords(errors.password_confirmation?.message)}
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
