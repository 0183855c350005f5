import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { refreshCounters } from "#web/entities/account/menu-counters.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/toast.ts";
import { useInbox } from "../inbox.ts";
import { changeLists } from "../inbox-query.ts";
import { withoutChat } from "../list/patch-chats.ts";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

type DeleteChatDialogProps = { chatId: number; name: string; onClose(): void };

/** Takes a chat out of the fan's list. */
export function DeleteChatDialog({ chatId, name, onClose }: DeleteChatDialogProps) {
  const { me, path } = useInbox();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    const answer = await browserApi.call("DELETE /api/chat/{id}", { params: { id: chatId } });
    setBusy(false);
    onClose();
    if (answer.status !== 200 && answer.status !== 404)
      return toast({
        kind: "error",
        text: answer.status === 0 ? m.inbox_chat_delete_failed() : answer.body.message,
      });
    changeLists(client, me, (data) => withoutChat(data, chatId));
    void refreshCounters(client);
    toast({ kind: "success", text: m.inbox_chat_deleted() });
    await navigate(path, { replace: true });
  };
  return (
    <ConfirmDialog
      title={m.inbox_delete_chat_title({ name })}
      text={m.inbox_delete_chat_text()}
      busy={busy}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}
