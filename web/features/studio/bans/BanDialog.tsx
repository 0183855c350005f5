import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import type { Bans } from "./use-bans.ts";

type BanDialogProps = { fan: { id: number; name: string }; bans: Bans; onClose(): void };

/** Bans a fan after one question that says what it does. */
export function BanDialog({ fan, bans, onClose }: BanDialogProps) {
  const ban = async () => {
    if (await bans.change({ what: "ban", fan })) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.studio_ban_title({ name: fan.name })}
      foot={
        <>
          <Button className="ml-auto" onClick={onClose}>
            {m.studio_cancel()}
          </Button>
          <Button tone="danger" busy={bans.busy} onClick={() => void ban()}>
            {m.studio_ban()}
          </Button>
        </>
      }
    >
      <p className="text-text-2">{m.studio_ban_text({ name: fan.name })}</p>
    </Dialog>
  );
}
