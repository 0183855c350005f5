import { type ReactNode, useState } from "react";
import { trimmedLength } from "#contract/field-bounds.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { TextAreaField } from "#web/ui/fields/Field.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";

type ReasonDialogProps = {
  title: string;
  /** The consequences of the action. */
  text: string;
  confirm: string;
  danger: boolean;
  busy: boolean;
  /** The further fault of a reason that is long enough; null when there is none. */
  problemOf?: (reason: string) => string | null;
  /** Further questions, beneath the reason. */
  children?: ReactNode;
  onConfirm(reason: string): void;
  onClose(): void;
};

const reasonMin = 3;
const reasonMax = 300;

/** Asks why before something is done; the reason goes to the log. */
export function ReasonDialog({
  title,
  text,
  confirm,
  danger,
  busy,
  problemOf,
  children,
  onConfirm,
  onClose,
}: ReasonDialogProps) {
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const length = trimmedLength(reason);
  const error =
    length < reasonMin
      ? m.admin_reason_needed()
      : length > reasonMax
        ? m.auth_max({ count: reasonMax })
        : (problemOf?.(reason) ?? null);
  const send = () => {
    setTried(true);
    if (error === null) onConfirm(reason.trim());
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      locked={busy}
      footer={
        <>
          <Button tone="quiet" className="ml-auto" onClick={onClose} disabled={busy}>
            {m.admin_cancel()}
          </Button>
          <Button tone={danger ? "danger" : "primary"} busy={busy} onClick={send}>
            {confirm}
          </Button>
        </>
      }
    >
      <p className="text-text-2">{text}</p>
      <TextAreaField
        label={m.admin_reason()}
        rows={3}
        hint={m.admin_reason_hint()}
        error={tried ? error : null}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {children}
    </Dialog>
  );
}
