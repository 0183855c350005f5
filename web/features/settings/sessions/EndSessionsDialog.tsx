import type { FanProfile } from "#contract/accounts.ts";
import { issueWords } from "#web/lib/fields/issue-words.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { PasswordField } from "#web/ui/PasswordField.tsx";
import { Problem } from "../Problem.tsx";
import { type Ending, useEnding } from "./use-ending.ts";

type EndSessionsDialogProps = { viewer: FanProfile; ending: Ending; onClose(): void };

/** Asks for the password before somebody is signed out elsewhere. */
export function EndSessionsDialog({ viewer, ending, onClose }: EndSessionsDialogProps) {
  const { form, problem, submit } = useEnding(ending, viewer, onClose);
  const { register, formState } = form;
  const busy = formState.isSubmitting;
  const title =
    ending === "others"
      ? m.settings_sessions_end_others()
      : m.settings_sessions_end_named({ device: ending.device });
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      title={title}
      foot={
        <>
          <Button className="ml-auto" disabled={busy} onClick={onClose}>
            {m.settings_sessions_stay()}
          </Button>
          <Button tone="primary" type="submit" form="end-sessions" busy={busy}>
            {m.settings_sessions_end()}
          </Button>
        </>
      }
    >
      <p className="text-text-2">{m.settings_sessions_end_text()}</p>
      <Problem text={problem} />
      <form id="end-sessions" onSubmit={submit} noValidate method="post">
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
