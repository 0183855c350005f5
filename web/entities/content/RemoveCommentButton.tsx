import { useQueryClient } from "@tanstack/react-query";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { goneIsDone } from "#web/lib/api/refusal.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { toastRefusal } from "#web/ui/overlays/toast.ts";
import { commentsChanged } from "./comments-changed.ts";

/** Takes a comment away: one's own, or one under one's own post. */
export function RemoveCommentButton({ id, postId }: { id: number; postId: number }) {
  const client = useQueryClient();
  const { run, pending } = useCommand({
    call: async (comment: number) =>
      goneIsDone(await browserApi.call("DELETE /api/comments/{id}", { params: { id: comment } })),
    onDone: () => commentsChanged(client, postId),
    onRefused: toastRefusal,
  });
  return (
    <IconButton
      icon="x"
      iconSize={18}
      label={m.content_comment_remove()}
      aria-disabled={pending}
      onClick={() => void run(id)}
    />
  );
}
