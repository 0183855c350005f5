import { useState } from "react";
import { useNavigate } from "react-router";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/IconButton.tsx";
import { toast } from "#web/ui/toast.ts";

type MessageButtonProps = { model: { id: number; artisticName: string }; className?: string };

/** Over a picture: opens the fan's chat with this model. */
export function MessageButton({ model, className }: MessageButtonProps) {
  const { busy, start } = useStartChat();
  return (
    <IconButton
      icon="chat"
      variant="video"
      label={m.inbox_message_to({ name: model.artisticName })}
      aria-disabled={busy || undefined}
      onClick={() => !busy && void start(model.id)}
      className={className}
    />
  );
}

/** Opens the fan's chat with a model: the first time it begins, from then on it is the same one. */
export function useStartChat(): { busy: boolean; start(modelId: number): Promise<void> } {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const start = async (modelId: number) => {
    setBusy(true);
    const answer = await browserApi.call("POST /api/chat", { body: { model_id: modelId } });
    setBusy(false);
    if (answer.status === 200 || answer.status === 201) return navigate(`/chat/${answer.body.id}`);
    toast({ kind: "error", text: answer.status === 0 ? m.inbox_open_failed() : answer.body.message });
  };
  return { busy, start };
}
