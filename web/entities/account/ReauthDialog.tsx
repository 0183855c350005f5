import { type ReactNode, useId } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import type { CommandAnswer } from "#web/lib/api/refusal.ts";
import type { CommandOptions } from "#web/lib/api/use-command.ts";
import { type FormCommand, useFormCommand } from "#web/lib/forms/use-form-command.ts";
import { Button, type ButtonProps } from "#web/ui/buttons/Button.tsx";
import { FormAlert } from "#web/ui/fields/Field.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import {
  emptyReauth,
  isReauthMissing,
  type ReauthAccount,
  ReauthFields,
  type ReauthForm,
} from "./ReauthForm.tsx";

/** A command that the owner of the account authorizes by entering their credentials again. */
export type ReauthCommand = Pick<FormCommand, "problem" | "submit"> & { form: UseFormReturn<ReauthForm> };

/** The form in which the owner enters their credentials again, and the command that they go out with. */
export function useReauthCommand<A extends CommandAnswer>(
  viewer: ReauthAccount,
  options: CommandOptions<ReauthForm, A>,
): ReauthCommand {
  const form = useForm({ defaultValues: emptyReauth });
  const check = (filled: ReauthForm) => !isReauthMissing(form, filled, viewer);
  return { form, ...useFormCommand({ form, check, ...options }) };
}

type ReauthDialogProps = {
  viewer: ReauthAccount;
  asked: ReauthCommand;
  title: string;
  maxWidth?: number;
  cancel: string;
  confirm: string;
  tone: ButtonProps["tone"];
  onClose(): void;
  /** The consequences of the action. */
  children: ReactNode;
};

/** Asks the owner to re-authenticate before something happens that only they may do. */
export function ReauthDialog({ viewer, asked, title, maxWidth, children, ...footer }: ReauthDialogProps) {
  const formId = useId();
  const { register, formState } = asked.form;
  const busy = formState.isSubmitting;
  return (
    <Dialog
      open
      onClose={footer.onClose}
      locked={busy}
      title={title}
      {...(maxWidth !== undefined && { maxWidth })}
      footer={
        <>
          <Button className="ml-auto" disabled={busy} onClick={footer.onClose}>
            {footer.cancel}
          </Button>
          <Button tone={footer.tone} type="submit" form={formId} busy={busy}>
            {footer.confirm}
          </Button>
        </>
      }
    >
      {children}
      <FormAlert text={asked.problem} />
      <form id={formId} onSubmit={asked.submit} noValidate method="post" className="grid gap-1">
        <input type="text" autoComplete="username" value={viewer.login} readOnly hidden />
        <ReauthFields viewer={viewer} register={register} errors={formState.errors} />
      </form>
    </Dialog>
  );
}
