import type { Subscription } from "#contract/subscriptions.ts";
import { utcDay } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { useRenewal } from "./use-renewal.ts";

type UnsubscribeDialogProps = {
  subscription: Pick<Subscription, "id" | "model_id" | "name" | "expire_at">;
  onClose(): void;
};

/** Says what unsubscribing does, and until when it runs, before it is done. */
export function UnsubscribeDialog({ subscription, onClose }: UnsubscribeDialogProps) {
  const { busy, cancel } = useRenewal();
  const confirm = async () => {
    if (await cancel(subscription)) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.sub_cancel_title({ name: subscription.name })}
      locked={busy}
      foot={
        <>
          <Button className="ml-auto" disabled={busy} onClick={onClose}>
            {m.sub_cancel_keep()}
          </Button>
          <Button tone="danger" busy={busy} onClick={() => void confirm()}>
            {m.sub_unsubscribe()}
          </Button>
        </>
      }
    >
      <p className="text-text-2">{m.sub_cancel_text({ date: utcDay(subscription.expire_at) })}</p>
    </Dialog>
  );
}
