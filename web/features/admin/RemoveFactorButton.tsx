import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { emptyReauth, isReauthMissing, ReauthFields } from "#web/entities/account/ReauthForm.tsx";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { fieldErrorMessage, namesFields } from "#web/lib/forms/field-errors.ts";
import { useFormCommand } from "#web/lib/forms/use-form-command.ts";
import { useViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { TextAreaField } from "#web/ui/fields/Field.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { useAdminEffects } from "./use-admin.ts";

type Person = { accountId: number; name: string };

/** Takes a lost second factor off a person's account, after the reason and the staff's own password were asked. */
export function RemoveFactorButton({ accountId, name }: Person) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="sm" aria-label={`${m.admin_remove_factor()}: ${name}`} onClick={() => setAsking(true)}>
        {m.admin_remove_factor()}
      </Button>
      {asking && <RemovalDialog accountId={accountId} name={name} onClose={() => setAsking(false)} />}
    </>
  );
}

const reasonMin = 3;

function RemovalDialog({ accountId, name, onClose }: Person & { onClose(): void }) {
  const formId = useId();
  const viewer = useViewer();
  const { busy, form, submit } = useRemoval({ accountId, name }, onClose);
  const { register, formState } = form;
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      title={m.admin_remove_factor_title({ name })}
      footer={
        <>
          <Button tone="quiet" className="ml-auto" onClick={onClose} disabled={busy}>
            {m.admin_cancel()}
          </Button>
          <Button tone="danger" type="submit" form={formId} busy={busy}>
            {m.admin_remove_factor()}
          </Button>
        </>
      }
    >
      <p className="text-text-2">{m.admin_remove_factor_text()}</p>
      <form id={formId} onSubmit={submit} noValidate method="post" className="grid gap-2">
        <TextAreaField
          label={m.admin_reason()}
          rows={3}
          hint={m.admin_reason_hint()}
          error={fieldErrorMessage(formState.errors.reason?.message)}
          {...register("reason")}
        />
        {viewer && <ReauthFields viewer={viewer} register={register} errors={formState.errors} />}
      </form>
    </Dialog>
  );
}

function useRemoval({ accountId, name }: Person, onDone: () => void) {
  const viewer = useViewer();
  const form = useForm({ defaultValues: { reason: "", ...emptyReauth } });
  const effects = useAdminEffects(() => m.admin_remove_factor_done({ name }));
  const command = useFormCommand({
    form,
    check(filled) {
      if (filled.reason.trim().length >= reasonMin)
        return viewer !== null && !isReauthMissing(form, filled, viewer);
      form.setError("reason", { message: m.admin_reason_needed() }, { shouldFocus: true });
      return false;
    },
    call: (filled, client_id) =>
      browserApi.call("POST /api/admin/accounts/{id}/remove-second-factor", {
        params: { id: accountId },
        body: { ...filled, client_id },
      }),
    async onDone(answer, filled) {
      await effects.onDone(answer, filled);
      onDone();
    },
    onRefused: (refusal) => (namesFields(form, refusal.errors) ? undefined : effects.onRefused(refusal)),
  });
  return { form, ...command };
}
