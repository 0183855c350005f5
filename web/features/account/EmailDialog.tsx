import type { FanProfile } from "#contract/profile.ts";
import { accountFlags } from "#web/entities/account/account-flags.ts";
import { ReauthFields } from "#web/entities/account/ReauthForm.tsx";
import { UniquenessBadge } from "#web/entities/account/uniqueness.tsx";
import { useEmailForm } from "#web/entities/account/use-email-form.ts";
import { fieldErrorMessage } from "#web/lib/forms/field-errors.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Field } from "#web/ui/fields/Field.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { toast } from "#web/ui/overlays/toast.ts";

const close = () => accountFlags.set({ confirmEmail: false });

/** Enters an email, or corrects the one that waits to be confirmed. */
export function EmailDialog({ viewer }: { viewer: FanProfile }) {
  const { form, uniqueness, blocked, problem, submit } = useEmailForm(viewer, () => {
    close();
    toast({ kind: "success", text: m.email_saved() });
  });
  const { errors, isSubmitting } = form.formState;
  const isFirst = viewer.email === "";
  return (
    <Dialog
      open
      onClose={close}
      locked={isSubmitting}
      title={isFirst ? m.email_enter_title() : m.email_change_title()}
    >
      <p className="text-text-2">{isFirst ? m.email_enter_text() : m.email_change_text()}</p>
      <div aria-live="assertive" className="empty:hidden">
        {problem !== null && <p className="rounded-12 bg-error-soft px-4 py-3">{problem}</p>}
      </div>
      <form onSubmit={submit} noValidate method="post" className="grid gap-2">
        <Field
          label={m.auth_email()}
          type="email"
          autoComplete="email"
          error={uniqueness === "taken" ? m.auth_email_taken() : fieldErrorMessage(errors.email?.message)}
          end={<UniquenessBadge of="email" state={uniqueness} />}
          {...form.register("email")}
        />
        <ReauthFields viewer={viewer} register={form.register} errors={errors} />
        <Button type="submit" tone="primary" wide busy={isSubmitting} disabled={blocked}>
          {m.email_save()}
        </Button>
      </form>
    </Dialog>
  );
}
