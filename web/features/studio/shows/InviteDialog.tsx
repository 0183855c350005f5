import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { StudioRequest } from "#contract/paid-shows.ts";
import type { RoomFan } from "#contract/studio.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Segmented } from "#web/ui/fields/Segmented.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { ratesQuery } from "../rates/rates-query.ts";
import type { Requests } from "./use-requests.ts";

type InviteDialogProps = { fan: RoomFan; invite: Requests["invite"]; onClose(): void };

/** Invites a fan to a show; it is the fan who agrees to the price. */
export function InviteDialog({ fan, invite, onClose }: InviteDialogProps) {
  const [mode, setMode] = useState<StudioRequest["mode"]>("private");
  const rates = useQuery(ratesQuery).data;
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
      <Segmented
        wide
        label={m.studio_invite_mode()}
        value={mode}
        onChange={(next: StudioRequest["mode"]) => setMode(next)}
        options={[
          { value: "private", text: rateText(m.common_badge_private(), rates?.private) },
          { value: "vip", text: rateText(m.common_badge_vip(), rates?.vip) },
        ]}
      />
    </Dialog>
  );
}

const rateText = (mode: string, rate: number | undefined) =>
  rate === undefined ? mode : `${mode} · ${m.studio_rate_minute({ rate: tokens(rate) })}`;
