import { m } from "#web/paraglide/messages.js";
import { Button } from "../buttons/Button.tsx";
import { Dialog } from "./Dialog.tsx";

type ConfirmDialogProps = {
  title: string;
  text: string;
  /** The button's text; that it deletes, by default. */
  confirm?: string;
  busy: boolean;
  onConfirm(): void;
  onClose(): void;
};

/** Asks before something is deleted or closed. */
export function ConfirmDialog({ title, text, confirm, busy, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog open title={title} maxWidth={420} onClose={onClose}>
      <p className="text-text-2">{text}</p>
      <div className="flex justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {m.inbox_cancel()}
        </Button>
        <Button tone="danger" busy={busy} onClick={onConfirm}>
          {confirm ?? m.inbox_delete()}
        </Button>
      </div>
    </Dialog>
  );
}
