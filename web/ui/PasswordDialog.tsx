import { type BaseSyntheticEvent, type ReactNode, useId } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { FanProfile } from "#contract/accounts.ts";
import { issueWords } from "#web/lib/fields/issue-words.ts";
import { m } from "#web/paraglide/messages.js";
import { Button, type ButtonProps } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { PasswordField } from "./PasswordField.tsx";
import { Problem } from "./Problem.tsx";

type PasswordDialogProps = {
  viewer: Pick<FanProfile, "login" | "has_password">;
  /** The form of the one field, and what is wrong with the request as a whole. */
  asked: {
    form: UseFormReturn<{ current_password: string }>;
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

/** Asks for the password before something happens that only the owner may do; those without one only confirm. */
export function PasswordDialog({ viewer, asked, title, maxWidth, children, ...foot }: PasswordDialogProps) {
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
      <Problem text={asked.problem} />
      <form id={formId} onSubmit={asked.submit} noValidate method="post">
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
