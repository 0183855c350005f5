import type { ReactNode } from "react";
import type { ShowState } from "#contract/show-state.ts";
import { NotifyButton } from "#web/entities/room/NotifyButton.tsx";
import { m } from "#web/paraglide/messages.js";
import { Button, ButtonLink } from "#web/ui/Button.tsx";
import { Icon, type IconName } from "#web/ui/Icon.tsx";
import { Spinner } from "#web/ui/Spinner.tsx";
import { StallNotice } from "./StallNotice.tsx";
import type { Player } from "./use-player.ts";

type PlayerNoticeProps = {
  player: Player;
  slug: string;
  name: string;
  /** The show that this person is in, if any. */
  show: ShowState | null;
};

/** What the picture is doing when it does not move. Its place is always there, so nothing jumps. */
export function PlayerNotice({ player, slug, name, show }: PlayerNoticeProps) {
  return (
    <div
      role="status"
      className="pointer-events-none absolute inset-x-6 top-[120px] bottom-[260px] z-2 grid place-content-center justify-items-center gap-2 text-center phone:bottom-[46dvh]"
    >
      {player.missingSeconds > 0 ? <StallNotice player={player} show={show} /> : noticeOf(player, slug, name)}
    </div>
  );
}

function noticeOf({ phase, hasPlayed, resume }: Player, slug: string, name: string): ReactNode {
  if (phase === "connecting" || (phase === "idle" && hasPlayed)) return <Busy>{m.room_connecting()}</Busy>;
  if (phase === "stalled" || phase === "recovering") return <Busy>{m.room_reconnecting()}</Busy>;
  if (phase === "waiting") {
    return <Away icon="pause" title={m.room_waiting_title()} text={m.room_waiting_text({ name })} />;
  }
  if (phase === "ended") {
    return (
      <Away icon="night" title={m.room_ended_title()} text={m.room_ended_text({ name })}>
        <span className="mt-3 flex flex-wrap justify-center gap-2">
          <NotifyButton slug={slug} />
          <MoreRooms />
        </span>
      </Away>
    );
  }
  if (phase === "refused") {
    return (
      <Away icon="ban" title={m.room_refused_title()} text={m.room_refused_text()}>
        <span className="mt-3">
          <MoreRooms />
        </span>
      </Away>
    );
  }
  if (phase === "elsewhere") {
    return (
      <Away icon="pause" title={m.room_elsewhere_title()} text={m.room_elsewhere_text()}>
        <Button tone="solid" className="pointer-events-auto mt-3" onClick={resume}>
          {m.room_elsewhere_action()}
        </Button>
      </Away>
    );
  }
  return null;
}

function Busy({ children }: { children: ReactNode }) {
  return (
    <p className="absolute bottom-0 inline-flex h-10 items-center gap-2.5 rounded-full bg-plate px-4 text-14 font-semibold motion-safe:animate-[fade_200ms_200ms_both]">
      <Spinner size={18} />
      {children}
    </p>
  );
}

type AwayProps = { icon: IconName; title: string; text: string; children?: ReactNode };

function Away({ icon, title, text, children }: AwayProps) {
  return (
    <>
      <span className="mb-2 grid size-[72px] place-items-center rounded-full bg-[#FFB020] text-[#2B1B00] phone:size-13">
        <Icon name={icon} size={32} />
      </span>
      <h2>{title}</h2>
      <p className="max-w-[30ch] text-[#EFE6D2]">{text}</p>
      {children}
    </>
  );
}

function MoreRooms() {
  return (
    <ButtonLink to="/" tone="solid" className="pointer-events-auto">
      {m.room_ended_action()}
    </ButtonLink>
  );
}
