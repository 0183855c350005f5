import { useState } from "react";
import type { StudioRequest } from "#contract/paid-shows.ts";
import type { RoomFan } from "#contract/studio.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { ShowKind } from "./ShowKind.tsx";
import type { Requests } from "./use-requests.ts";

type InviteDialogProps = { fan: RoomFan; invite: Requests["invite"]; onClose(): void };

/** Invites a fan to a show; it is the fan who agrees to the price. */
export function InviteDialog({ fan, invite, onClose }: InviteDialogProps) {
  const [mode, setMode] = useState<StudioRequest["mode"]>("private");
  const send = async () => {
    if (await invite.run({ fan, mode })) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.studio_invite_title({ name: fan.name })}
      footer={
        <>
          <Button className="ml-auto" onClick={onClose}>
            {m.studio_cancel()}
          </Button>
          <Button tone="private" busy={invite.pending} onClick={() => void send()}>
            {m.studio_invite_send()}
          </Button>
        </>
      }
    >
      <p className="text-text-2">{m.studio_invite_text({ name: fan.name })}</p>
      <ShowKind value={mode} onChange={setMode} />
    </Dialog>
  );
}
