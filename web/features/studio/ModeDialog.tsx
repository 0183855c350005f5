import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { StudioRequest } from "#contract/paid-shows.ts";
import type { RoomFan } from "#contract/studio.ts";
import { useTokensAndMoney } from "#web/entities/studio/payout.ts";
import { studioFansQuery } from "#web/entities/studio/studio-queries.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { RadioTile } from "#web/ui/fields/RadioTile.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { PartFailed } from "#web/ui/states/PartFailed.tsx";
import { useStudioSession } from "./session/studio-session.tsx";
import { ShowKind } from "./shows/ShowKind.tsx";

/** The ways into another mode: an invitation to a show while the room is public, the show's end while there is one. */
export function ModeDialog({ onClose }: { onClose(): void }) {
  const { shows } = useStudioSession();
  const show = shows.data?.show ?? null;
  return show ? <PublicAgain name={show.fan_name} onClose={onClose} /> : <InviteSomebody onClose={onClose} />;
}

function PublicAgain({ name, onClose }: { name: string; onClose(): void }) {
  const { shows } = useStudioSession();
  const end = async () => {
    await shows.change({ what: "end" });
    onClose();
  };
  return (
    <ModeFrame
      onClose={onClose}
      change={
        <Button tone="private" busy={shows.busy} onClick={() => void end()}>
          {m.studio_show_end()}
        </Button>
      }
    >
      <p className="text-text-2">{m.studio_mode_ends({ name })}</p>
    </ModeFrame>
  );
}

/** A show begins with a fan: the model chooses whom to invite, and the fan agrees to the price. */
function InviteSomebody({ onClose }: { onClose(): void }) {
  const { queue } = useStudioSession();
  const read = useQuery(studioFansQuery);
  const fans = read.data ?? [];
  const [mode, setMode] = useState<StudioRequest["mode"]>("private");
  const [chosen, choose] = useState<number | null>(null);
  // A fan who has left the room meanwhile is not invited.
  const fan = fans.find(({ id }) => id === chosen);
  const send = async () => {
    if (fan && (await queue.invite.run({ fan, mode }))) onClose();
  };
  return (
    <ModeFrame
      onClose={onClose}
      change={
        <Button tone="private" disabled={!fan} busy={queue.invite.pending} onClick={() => void send()}>
          {m.studio_invite_send()}
        </Button>
      }
    >
      <p className="text-text-2">{m.studio_mode_invite()}</p>
      <ShowKind value={mode} onChange={setMode} />
      <PartFailed read={read} />
      {read.data && fans.length === 0 && <p className="text-text-3">{m.studio_fans_none()}</p>}
      {fans.length > 0 && <Fans fans={fans} chosen={chosen} onChoose={choose} />}
    </ModeFrame>
  );
}

type ModeFrameProps = {
  onClose(): void;
  /** The button that changes the mode. */
  change: ReactNode;
  children: ReactNode;
};

function ModeFrame({ onClose, change, children }: ModeFrameProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.studio_mode_change()}
      footer={
        <>
          <Button className="ml-auto" onClick={onClose}>
            {m.studio_cancel()}
          </Button>
          {change}
        </>
      }
    >
      {children}
    </Dialog>
  );
}

type FansProps = { fans: readonly RoomFan[]; chosen: number | null; onChoose(id: number): void };

/** The fans who are in the room, who tipped most first. */
function Fans({ fans, chosen, onChoose }: FansProps) {
  const paid = useTokensAndMoney();
  return (
    <fieldset className="grid max-h-[40dvh] gap-1 overflow-y-auto [scrollbar-width:thin]">
      <legend className="sr-only">{m.studio_fans()}</legend>
      {fans.map(({ id, name, tokens }) => (
        <RadioTile
          key={id}
          group="invited-fan"
          checked={id === chosen}
          onChoose={() => onChoose(id)}
          className={cx(
            "flex min-h-11 flex-none items-center justify-between gap-3 rounded-12 bg-overlay px-3",
            id === chosen && "shadow-[inset_0_0_0_2px_var(--private)]",
          )}
        >
          <b className="min-w-0 truncate font-semibold">{name}</b>
          {tokens > 0 && <span className="font-[650] whitespace-nowrap text-gold">{paid(tokens)}</span>}
        </RadioTile>
      ))}
    </fieldset>
  );
}
