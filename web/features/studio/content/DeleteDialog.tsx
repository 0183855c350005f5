import type { StudioItem } from "#contract/studio-content.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { goneIsDone } from "#web/lib/api/refusal.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { useItemCommand } from "./use-item-command.ts";

type DeleteDialogProps = { item: StudioItem; onClose(): void };

/** Takes an item back after one question, since it cannot be brought again. */
export function DeleteDialog({ item, onClose }: DeleteDialogProps) {
  const { pending: busy, run } = useItemCommand(
    item.kind,
    async (id: number) =>
      goneIsDone(await browserApi.call("DELETE /api/studio/content/{id}", { params: { id } })),
    () => m.studio_item_deleted(),
  );
  const remove = async () => {
    if (await run(item.id)) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      title={m.studio_item_delete_title()}
      footer={
        <>
          <Button className="ml-auto" disabled={busy} onClick={onClose}>
            {m.studio_item_keep()}
          </Button>
          <Button tone="danger" busy={busy} onClick={() => void remove()}>
            {m.studio_item_delete()}
          </Button>
        </>
      }
    >
      <p className="font-semibold">{item.title}</p>
      <p className="text-text-2">
        {item.sold > 0
          ? m.studio_item_delete_sold({ count: item.sold, amount: tokens(item.sold) })
          : m.studio_item_delete_text()}
      </p>
    </Dialog>
  );
}
