import { type BaseSyntheticEvent, type ReactNode, useId } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Button, type ButtonProps } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { FormAlert } from "#web/ui/Field.tsx";
import { type ReauthAccount, ReauthFields, type ReauthForm } from "./ReauthForm.tsx";

type ReauthDialogProps = {
  viewer: ReauthAccount;
  /** The form of what is asked for, and what is wrong with the request as a whole. */
  asked: {
    form: UseFormReturn<ReauthForm>;
    problem: string | null;
    submit(event?: BaseSyntheticEvent): Promise<void>;
  };
  title: string;
  maxWidth?: number;
  cancel: string;
  confirm: string;
  tone: ButtonProps["tone"];
  onClose(): void;
  /** What will happen. */
  children: ReactNode;
};

/** Asks the owner to prove it once more before something happens that only the owner may do. */
export function ReauthDialog({ viewer, asked, title, maxWidth, children, ...foot }: ReauthDialogProps) {
  const formId = useId();
  const { register, formState } = asked.form;
  const busy = formState.isSubmitting;
  return (
    <Dialog
      open
      onClose={foot.onClose}
      locked={busy}
      title={title}
      {...(maxWidth !== undefined && { maxWidth })}
      foot={
        <>
          <Button className="ml-auto" disabled={busy} onClick={foot.onClose}>
            {foot.cancel}
          </Button>
          <Button tone={foot.tone} type="submit" form={formId} busy={busy}>
            {foot.confirm}
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
