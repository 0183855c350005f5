import { daysLeft } from "#contract/subscription-status.ts";
import type { Subscription } from "#contract/subscriptions.ts";
import { utcDay } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { useRenewal } from "./use-renewal.ts";

type UnsubscribeDialogProps = {
  subscription: Pick<Subscription, "id" | "model_id" | "name" | "avatar" | "expire_at">;
  onClose(): void;
};

/** Says what unsubscribing does, and until when it runs, before it is done. */
export function UnsubscribeDialog({ subscription, onClose }: UnsubscribeDialogProps) {
  const { name, avatar, expire_at } = subscription;
  const { busy, cancel } = useRenewal();
  const days = daysLeft(expire_at, new Date());
  const confirm = async () => {
    if (await cancel(subscription)) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.sub_cancel_title({ name })}
      locked={busy}
      footer={
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
      <div className="grid grid-cols-[auto_1fr] items-center gap-x-3.5 gap-y-4">
        <Avatar name={name} src={avatar || null} size={56} />
        <p className="text-text-2">
          {days === 0 ? m.sub_cancel_late() : m.sub_cancel_text({ date: utcDay(expire_at) })}
        </p>
        {days > 0 && (
          <p className="col-span-2 flex items-center gap-2.5 rounded-12 bg-warn-soft px-4 py-2.5">
            <Icon name="clock" size={18} className="flex-none text-warn" />
            {m.sub_cancel_days({ count: days })}
          </p>
        )}
      </div>
    </Dialog>
  );
}
