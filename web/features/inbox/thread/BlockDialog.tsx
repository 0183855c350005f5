import { useQueryClient } from "@tanstack/react-query";
import { putBlockedModels } from "#web/entities/account/blocked-models.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { ConfirmDialog } from "#web/ui/overlays/ConfirmDialog.tsx";
import { toast, toastRefusal } from "#web/ui/overlays/toast.ts";
import { readThreadAgain } from "../inbox-query.ts";
import { useInbox } from "../inbox.ts";

type BlockDialogProps = { modelId: number; name: string; onClose(): void };

/** Blocks a model: the fan sees nothing of them and gets nothing from them any more. */
export function BlockDialog({ modelId, name, onClose }: BlockDialogProps) {
  const client = useQueryClient();
  const { me } = useInbox();
  const { pending, run } = useCommand({
    call: (model_id: number) =>
      browserApi.call("POST /api/fan/block-model", { body: { model_id, blocked: true } }),
    onDone({ body }) {
      putBlockedModels(client, body.data);
      readThreadAgain(client, me);
      toast({ kind: "success", text: m.block_model_done({ name }) });
      onClose();
    },
    onRefused(refusal) {
      onClose();
      toastRefusal(refusal);
    },
  });
  return (
    <ConfirmDialog
      title={m.block_model_title({ name })}
      text={m.block_model_text({ name })}
      confirm={m.block_model()}
      busy={pending}
      onConfirm={() => void run(modelId)}
      onClose={onClose}
    />
  );
}
