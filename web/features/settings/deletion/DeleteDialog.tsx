import type { FanProfile } from "#contract/accounts.ts";
import { issueWords } from "#web/lib/fields/issue-words.ts";
import { tokens } from "#web/lib/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { Icon } from "#web/ui/Icon.tsx";
import { PasswordField } from "#web/ui/PasswordField.tsx";
import { Problem } from "../Problem.tsx";
import { useDeletion } from "./use-deletion.ts";

type DeleteDialogProps = { viewer: FanProfile; onClose(): void };

/** Says what goes, when, and what stays, and asks for the password. */
export function DeleteDialog({ viewer, onClose }: DeleteDialogProps) {
  const { form, problem, submit } = useDeletion(viewer);
  const { register, formState } = form;
  const busy = formState.isSubmitting;
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      maxWidth={520}
      title={m.settings_delete_title()}
      foot={
        <>
          <Button className="ml-auto" disabled={busy} onClick={onClose}>
            {m.settings_delete_cancel()}
          </Button>
          <Button tone="danger" type="submit" form="delete-account" busy={busy}>
            {m.settings_delete_confirm()}
          </Button>
        </>
      }
    >
      <dl className="grid gap-3">
        <Fact title={m.settings_delete_now_title()} text={m.settings_delete_now()} />
        <Fact title={m.settings_delete_later_title()} text={m.settings_delete_later()} />
        <Fact title={m.settings_delete_stay_title()} text={m.settings_delete_stay()} />
      </dl>
      {viewer.role === "fan" && viewer.balance > 0 && (
        <p className="flex items-center gap-3 rounded-12 bg-warn-soft px-4 py-3">
          <Icon name="alert" className="text-warn" />
          {m.settings_delete_balance({ count: tokens(viewer.balance) })}
        </p>
      )}
      <Problem text={problem} />
      <form id="delete-account" onSubmit={submit} noValidate method="post">
        <input type="text" autoComplete="username" value={viewer.login} readOnly hidden />
        {viewer.has_password && (
          <PasswordField
            label={m.settings_current_password()}
            autoComplete="current-password"
            error={issueWords(formState.errors.current_password?.message)}
            {...register("current_password")}
          />
        )}
      </form>
    </Dialog>
  );
}

function Fact({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <dt className="font-semibold">{title}</dt>
      <dd className="text-text-2">{text}</dd>
    </div>
  );
}
