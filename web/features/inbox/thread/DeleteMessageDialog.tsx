import { useState } from "react";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import { useInbox } from "../inbox.ts";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import type { ThreadSession } from "./thread-session.ts";

type DeleteMessageDialogProps = { thread: ThreadSession; messageId: number; onClose(): void };

/** Takes an own message back, for both sides. */
export function DeleteMessageDialog({ thread, messageId, onClose }: DeleteMessageDialogProps) {
  const { calls } = useInbox();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    const problem = await calls.removeMessage(messageId);
    setBusy(false);
    if (problem === null) thread.remove(({ id }) => id === messageId);
    else toast({ kind: "error", text: problem.status === 0 ? m.inbox_delete_failed() : problem.message });
    onClose();
  };
  return (
    <ConfirmDialog
      title={m.inbox_delete_message_title()}
      text={m.inbox_delete_message_text()}
      busy={busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}
