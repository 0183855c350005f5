import type { Subscription } from "#contract/subscriptions.ts";
import { money, utcDay } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";
import { termText } from "./term-labels.ts";
import { useRenewal } from "./use-renewal.ts";

type ReactivateDialogProps = {
  subscription: Pick<Subscription, "id" | "model_id" | "name" | "avatar" | "expire_at" | "months" | "charge">;
  onClose(): void;
};

/** Says what is charged next, when, and how often then, before a renewal is switched on again. */
export function ReactivateDialog({ subscription, onClose }: ReactivateDialogProps) {
  const { name, avatar, expire_at, months, charge } = subscription;
  const { busy, reenable } = useRenewal();
  const confirm = async () => {
    if (await reenable(subscription)) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.sub_reactivate_title({ name })}
      locked={busy}
      footer={
        <>
          <Button className="ml-auto" disabled={busy} onClick={onClose}>
            {m.sub_reactivate_not()}
          </Button>
          <Button tone="primary" busy={busy} onClick={() => void confirm()}>
            {m.sub_reactivate()}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[auto_1fr] items-center gap-x-3.5 gap-y-2">
        <Avatar name={name} src={avatar || null} size={56} />
        <div>
          <p className="font-semibold">
            {m.sub_reactivate_terms({
              price: money(charge),
              date: utcDay(expire_at),
              term: termText(months),
            })}
          </p>
          <p className="text-text-2">{m.sub_reactivate_text()}</p>
        </div>
      </div>
    </Dialog>
  );
}
