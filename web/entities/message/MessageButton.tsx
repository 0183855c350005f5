import { useNavigate } from "react-router";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { toastRefusal } from "#web/ui/overlays/toast.ts";

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
      onClick={() => void start(model.id)}
      className={className}
    />
  );
}

/** Opens the fan's chat with a model: the first time it begins, from then on it is the same one. */
export function useStartChat() {
  const navigate = useNavigate();
  const { pending, run } = useCommand({
    call: (model_id: number) => browserApi.call("POST /api/chat", { body: { model_id } }),
    onDone: ({ body }) => navigate(`/chat/${body.id}`),
    onRefused: toastRefusal,
  });
  return { busy: pending, start: run };
}
