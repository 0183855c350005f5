import type { ReactNode } from "react";
import type { ShowState } from "#contract/show-state.ts";
import { NotifyButton } from "#web/entities/room/NotifyButton.tsx";
import { m } from "#web/paraglide/messages.js";
import { Button, ButtonLink } from "#web/ui/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Spinner } from "#web/ui/Spinner.tsx";
import { AwayNotice } from "./AwayNotice.tsx";
import { StallNotice } from "./StallNotice.tsx";
import type { Player } from "./use-player.ts";
import { WaitingNotice } from "./WaitingNotice.tsx";

type PlayerNoticeProps = {
  player: Player;
  slug: string;
  name: string;
  /** The show that this person is in, if any. */
  show: ShowState | null;
  /** Below what stands over the picture during a show on a phone, whose middle is taken; else amid the picture. */
  below?: boolean;
};

/** What the picture is doing when it does not move. Its place is always there, so nothing jumps. */
export function PlayerNotice({ below = false, ...props }: PlayerNoticeProps) {
  const { player, show } = props;
  return (
    <div
      role="status"
      className={cx(
        "pointer-events-none",
        below
          ? "grid justify-items-start desk:hidden"
          : "absolute inset-x-6 top-[120px] bottom-[260px] z-2 grid place-content-center justify-items-center gap-2 text-center phone:bottom-[46dvh]",
        !below && show && "phone:hidden",
      )}
    >
      {player.missingSeconds > 0 ? <StallNotice player={player} show={show} /> : noticeOf(props, below)}
    </div>
  );
}

function noticeOf({ player, slug, name, show }: PlayerNoticeProps, compact: boolean): ReactNode {
  const { phase, hasPlayed, resume } = player;
  if (phase === "connecting" || (phase === "idle" && hasPlayed))
    return <Busy inFlow={compact}>{m.room_connecting()}</Busy>;
  if (phase === "stalled" || phase === "recovering")
    return <Busy inFlow={compact}>{m.room_reconnecting()}</Busy>;
  if (phase === "waiting") {
    return <WaitingNotice name={name} show={show} compact={compact} />;
  }
  if (phase === "ended") {
    return (
      <AwayNotice icon="night" title={m.room_ended_title()} text={m.room_ended_text({ name })}>
        <span className="mt-3 flex flex-wrap justify-center gap-2">
          <NotifyButton slug={slug} />
          <MoreRooms />
        </span>
      </AwayNotice>
    );
  }
  if (phase === "refused") {
    return (
      <AwayNotice icon="ban" title={m.room_refused_title()} text={m.room_refused_text()}>
        <span className="mt-3">
          <MoreRooms />
        </span>
      </AwayNotice>
    );
  }
  if (phase === "elsewhere") {
    return (
      <AwayNotice icon="pause" title={m.room_elsewhere_title()} text={m.room_elsewhere_text()}>
        <Button tone="solid" className="pointer-events-auto mt-3" onClick={resume}>
          {m.room_elsewhere_action()}
        </Button>
      </AwayNotice>
    );
  }
  return null;
}

function Busy({ inFlow, children }: { inFlow: boolean; children: ReactNode }) {
  return (
    <p
      className={cx(
        "inline-flex h-10 items-center gap-2.5 rounded-full bg-plate px-4 text-14 font-semibold motion-safe:animate-[fade_200ms_200ms_both]",
        !inFlow && "absolute bottom-0",
      )}
    >
      <Spinner size={18} />
      {children}
    </p>
  );
}

function MoreRooms() {
  return (
    <ButtonLink to="/" tone="solid" className="pointer-events-auto">
      {m.room_ended_action()}
    </ButtonLink>
  );
}
