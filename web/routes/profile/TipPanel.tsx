import type { ModelPage } from "#contract/catalog.ts";
import { TipSheet } from "#web/features/tip/TipSheet.tsx";
import { useBalance } from "#web/lib/session/viewer.ts";

/** The tip sheet of the room, on the model's page: live or not, they can be tipped. */
export function TipPanel({ model, open, onClose }: { model: ModelPage; open: boolean; onClose(): void }) {
  return (
    <TipSheet
      open={open}
      onClose={onClose}
      model={model}
      balance={useBalance() ?? 0}
      closed={null}
      container={null}
    />
  );
}
