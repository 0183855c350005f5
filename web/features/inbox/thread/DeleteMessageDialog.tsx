import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { toastRefusal } from "#web/ui/overlays/toast.ts";
import { useInbox } from "../inbox.ts";
import type { ThreadSession } from "./thread-session.ts";

type DeleteMessageDialogProps = { thread: ThreadSession; messageId: number; onClose(): void };

/** Takes an own message back, for both sides. */
export function DeleteMessageDialog({ thread, messageId, onClose }: DeleteMessageDialogProps) {
  const { calls } = useInbox();
  const { pending, run } = useCommand({
    call: calls.removeMessage,
    onDone() {
      thread.remove(({ id }) => id === messageId);
      onClose();
    },
    onRefused(refusal) {
      toastRefusal(refusal);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={m.inbox_delete_message_title()}
      text={m.inbox_delete_message_text()}
      busy={pending}
      onConfirm={() => void run(messageId)}
      onClose={onClose}
    />
  );
}
