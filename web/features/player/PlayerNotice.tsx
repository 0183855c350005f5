import type { ReactNode } from "react";
import { NotifyButton } from "#web/entities/room/NotifyButton.tsx";
import type { WhepPhase } from "#web/lib/media/whep/whep-session.ts";
import { m } from "#web/paraglide/messages.js";
import { Button, ButtonLink } from "#web/ui/Button.tsx";
import { Icon, type IconName } from "#web/ui/Icon.tsx";
import { Spinner } from "#web/ui/Spinner.tsx";
import type { Player } from "./use-player.ts";

/** What the picture is doing when it does not move. Its place is always there, so nothing jumps. */
export function PlayerNotice({ player, slug, name }: { player: Player; slug: string; name: string }) {
  return (
    <div
      role="status"
      className="pointer-events-none absolute inset-x-6 top-[120px] bottom-[260px] z-2 grid place-content-center justify-items-center gap-2 text-center phone:bottom-[46dvh]"
    >
      {noticeOf(player, slug, name)}
    </div>
  );
}

function noticeOf({ phase, attempt, hasPlayed, resume }: Player, slug: string, name: string): ReactNode {
  const busy: Partial<Record<WhepPhase, string>> = {
    idle: m.room_connecting(),
    connecting: attempt > 1 ? m.room_reconnecting({ count: attempt }) : m.room_connecting(),
    stalled: m.room_stalled(),
    recovering: m.room_reconnecting({ count: Math.max(1, attempt) }),
  };
  const words = busy[phase];
  if (words !== undefined) return hasPlayed || phase !== "idle" ? <Busy>{words}</Busy> : null;
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
