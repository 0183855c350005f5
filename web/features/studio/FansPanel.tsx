import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RoomFan } from "#contract/studio.ts";
import { useTokensAndMoney } from "#web/entities/studio/payout.ts";
import { studioFansQuery } from "#web/entities/studio/studio-queries.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";
import { hasFailed } from "#web/ui/states/PartFailed.tsx";
import { BanDialog, BannedFans, useBans } from "./Bans.tsx";
import type { ModeratorsView } from "./moderators/use-moderators.ts";
import { Panel, PanelFailed } from "./Panel.tsx";
import { InviteDialog } from "./shows/InviteDialog.tsx";
import type { Requests } from "./shows/use-requests.ts";

type FansPanelProps = {
  /** Invites a fan to a show; null while the room cannot begin one. */
  invite: Requests["invite"] | null;
  moderators: ModeratorsView;
};

/** The fans in the room now with their tips in this broadcast, buttons to invite one to a show, and the banned fans. */
export function FansPanel({ invite, moderators }: FansPanelProps) {
  const read = useQuery(studioFansQuery);
  const fans = read.data;
  const bans = useBans();
  const [asked, setAsked] = useState<RoomFan | null>(null);
  const [invited, setInvited] = useState<RoomFan | null>(null);
  return (
    <Panel title={m.studio_fans()} end={<FanCount fans={fans} />}>
      <PanelFailed read={read} />
      {fans?.length ? (
        <ul className="grid max-h-[240px] grid-cols-[minmax(0,1fr)] gap-0.5 overflow-y-auto px-2 pb-3 [scrollbar-width:thin]">
          {fans.map((fan) => (
            <Fan
              key={fan.id}
              fan={fan}
              moderates={moderators.view?.data.some(({ id }) => id === fan.id) ?? false}
              onAppoint={(moderates) => void moderators.change({ fan, moderates })}
              onInvite={invite && (() => setInvited(fan))}
              onBan={() => setAsked(fan)}
            />
          ))}
        </ul>
      ) : (
        !hasFailed(read) && <p className="min-h-10 px-4 pb-4 text-text-3">{fans && m.studio_fans_none()}</p>
      )}
      <BannedFans bans={bans} />
      {invite && invited && <InviteDialog fan={invited} invite={invite} onClose={() => setInvited(null)} />}
      {asked && <BanDialog fan={asked} bans={bans} onClose={() => setAsked(null)} />}
    </Panel>
  );
}

function FanCount({ fans }: { fans: readonly RoomFan[] | undefined }) {
  if (!fans?.length) return null;
  return <span className="pr-1 text-12 text-text-2">{tokens(fans.length)}</span>;
}

type FanProps = {
  fan: RoomFan;
  moderates: boolean;
  onAppoint(moderates: boolean): void;
  onInvite: (() => void) | null;
  onBan(): void;
};

function Fan({ fan, moderates, onAppoint, onInvite, onBan }: FanProps) {
  const paid = useTokensAndMoney();
  return (
    <li className="flex min-h-11 items-center gap-3 rounded-12 px-2">
      <Avatar name={fan.name} src={null} size={32} />
      <span className="grid min-w-0 flex-1">
        <b className="truncate font-semibold">{fan.name}</b>
        {fan.tokens > 0 && <span className="truncate text-12 font-[650] text-gold">{paid(fan.tokens)}</span>}
      </span>
      <span className="flex shrink-0">
        <IconButton
          icon="shield"
          filled={moderates}
          className={moderates ? "text-ok" : undefined}
          aria-pressed={moderates}
          label={m.studio_moderator_of({ name: fan.name })}
          onClick={() => onAppoint(!moderates)}
        />
        {onInvite && (
          <IconButton icon="lock" label={m.studio_invite_fan({ name: fan.name })} onClick={onInvite} />
        )}
        <IconButton icon="ban" label={m.studio_ban_fan({ name: fan.name })} onClick={onBan} />
      </span>
    </li>
  );
}
