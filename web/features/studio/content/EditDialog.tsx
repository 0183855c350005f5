import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import type { StudioItem } from "#contract/studio-content.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { type ItemForm, itemChangeOf, itemFormOf, itemRules } from "./item-form.ts";
import { ItemFields } from "./ItemFields.tsx";
import { ItemWindow } from "./ItemWindow.tsx";
import { useItemCommand } from "./use-item-command.ts";

type EditDialogProps = { item: StudioItem; onClose(): void };

/** Changes the texts of an item, its price, who sees it and when. */
export function EditDialog({ item, onClose }: EditDialogProps) {
  const { pending: busy, run } = useItemCommand(
    item.kind,
    (values: ItemForm) =>
      browserApi.call("POST /api/studio/content/{id}", {
        params: { id: item.id },
        body: itemChangeOf(values, item),
      }),
    () => m.studio_item_saved(),
  );
  const form = useForm<ItemForm>({
    mode: "onBlur",
    resolver: zodResolver(itemRules),
    defaultValues: itemFormOf(item),
  });
  const save = form.handleSubmit(async (values) => {
    if (await run(values)) onClose();
  });
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      maxWidth={560}
      title={m.studio_item_edit_title()}
      footer={
        <Button tone="primary" className="ml-auto" busy={busy} onClick={save}>
          {m.studio_save()}
        </Button>
      }
    >
      <ItemFields kind={item.kind} form={form} />
      <ItemWindow item={item} />
    </Dialog>
  );
}
