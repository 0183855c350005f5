import type { FanProfile } from "#contract/profile.ts";
import { ReauthFields } from "#web/entities/account/ReauthForm.tsx";
import { UniquenessBadge } from "#web/entities/account/uniqueness.tsx";
import { useEmailForm } from "#web/entities/account/use-email-form.ts";
import { fieldErrorMessage } from "#web/lib/forms/field-errors.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Field, FormAlert } from "#web/ui/fields/Field.tsx";
import { toast } from "#web/ui/overlays/toast.ts";
import { SettingsSection, StatusBadge } from "./SettingsSection.tsx";

/** The address of the account and whether it is confirmed, in the form that changes it. */
export function EmailSection({ viewer }: { viewer: FanProfile }) {
  const { form, uniqueness, blocked, problem, submit } = useEmailForm(viewer, () => {
    toast({ kind: "success", text: m.settings_email_saved() });
  });
  const { register, formState } = form;
  const { email } = formState.errors;
  return (
    <SettingsSection title={m.settings_email()} anchor="email" end={<EmailMark viewer={viewer} />}>
      <form onSubmit={submit} noValidate method="post" className="grid gap-2">
        <FormAlert text={problem} />
        <div className="grid gap-x-4 gap-y-2 md:grid-cols-2">
          <Field
            label={m.settings_email_new()}
            type="email"
            autoComplete="email"
            error={uniqueness === "taken" ? m.auth_email_taken() : fieldErrorMessage(email?.message)}
            hint={m.settings_email_note()}
            end={<UniquenessBadge of="email" state={uniqueness} />}
            {...register("email")}
          />
          <div className="grid content-start gap-2">
            <ReauthFields viewer={viewer} register={register} errors={formState.errors} />
          </div>
        </div>
        <Button type="submit" disabled={blocked} busy={formState.isSubmitting} className="justify-self-start">
          {m.settings_email_save()}
        </Button>
      </form>
    </SettingsSection>
  );
}

function EmailMark({ viewer: { email, validation } }: { viewer: FanProfile }) {
  if (email === "") return <StatusBadge tone="warn">{m.settings_email_none()}</StatusBadge>;
  return validation === "confirmed" ? (
    <StatusBadge tone="ok">{m.settings_email_confirmed()}</StatusBadge>
  ) : (
    <StatusBadge tone="warn">{m.settings_email_waiting()}</StatusBadge>
  );
}
