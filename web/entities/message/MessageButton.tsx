import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/IconButton.tsx";
import { useStartChat } from "./use-start-chat.ts";

type MessageButtonProps = { model: { id: number; artisticName: string }; className?: string };

/** Over a picture: opens the fan's chat with this model. */
export function MessageButton({ model, className }: MessageButtonProps) {
  const { busy, start } = useStartChat();
  return (
    <IconButton
      icon="chat"
      look="video"
      label={m.inbox_message_to({ name: model.artisticName })}
      aria-disabled={busy || undefined}
      onClick={() => !busy && void start(model.id)}
      className={className}
    />
  );
}
