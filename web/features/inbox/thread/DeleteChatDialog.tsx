import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { refreshCounters } from "#web/entities/account/menu-counters.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { goneIsDone } from "#web/lib/api/refusal.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { toast, toastRefusal } from "#web/ui/overlays/toast.ts";
import { changeLists } from "../inbox-query.ts";
import { useInbox } from "../inbox.ts";
import { withoutChat } from "../list/patch-chats.ts";

type DeleteChatDialogProps = { chatId: number; name: string; onClose(): void };

/** Takes a chat out of the fan's list. */
export function DeleteChatDialog({ chatId, name, onClose }: DeleteChatDialogProps) {
  const { me, path } = useInbox();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pending, run } = useCommand({
    call: async (id: number) =>
      goneIsDone(await browserApi.call("DELETE /api/chat/{id}", { params: { id } })),
    async onDone() {
      onClose();
      changeLists(client, me, (data) => withoutChat(data, chatId));
      void refreshCounters(client);
      toast({ kind: "success", text: m.inbox_chat_deleted() });
      await navigate(path, { replace: true });
    },
    onRefused(refusal) {
      onClose();
      toastRefusal(refusal);
    },
  });
  return (
    <ConfirmDialog
      title={m.inbox_delete_chat_title({ name })}
      text={m.inbox_delete_chat_text()}
      busy={pending}
      onConfirm={() => void run(chatId)}
      onClose={onClose}
    />
  );
}
