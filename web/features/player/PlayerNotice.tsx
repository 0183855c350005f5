import { type ReactNode, useEffect, useState } from "react";
import type { PauseReason, ShowState } from "#contract/show-state.ts";
import { noPictureText, type SaidCause, saidCause } from "#web/entities/room/no-picture-text.ts";
import { NotifyButton } from "#web/entities/room/NotifyButton.tsx";
import { m } from "#web/paraglide/messages.js";
import { Button, ButtonLink } from "#web/ui/buttons/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Spinner } from "#web/ui/Spinner.tsx";
import { AwayNotice } from "./AwayNotice.tsx";
import { useRoomPlayer } from "./RoomPlayer.tsx";
import type { Player } from "./use-player.ts";

type PlayerNoticeProps = {
  slug: string;
  name: string;
  /** The show that this person is in, if any. */
  show: ShowState | null;
  /** Why the room is paused, while it is. */
  pause: PauseReason | null;
  /** The model's note about their break, if any. */
  note: string | null;
  /** Below what stands over the picture during a show, whose meter may take its middle; else amid the picture. */
  below?: boolean;
};

/** The state of a picture that does not move. The notice's place is always there, so nothing jumps. */
export function PlayerNotice({ below = false, ...props }: PlayerNoticeProps) {
  const player = useRoomPlayer();
  const { show } = props;
  const cause = saidCause(player.noPicture);
  return (
    <div
      role="status"
      className={cx(
        "pointer-events-none",
        below
          ? "grid justify-items-start"
          : "absolute inset-x-6 top-[120px] bottom-[max(260px,calc(100%-100dvh+78px+var(--offline-bar)+var(--strip,0px)+180px))] z-2 grid place-content-center justify-items-center gap-2 text-center phone:inset-x-16 phone:bottom-[calc(var(--chat-height)+8px)]",
        !below && show && "hidden",
      )}
    >
      {cause !== null ? (
        <CauseNotice cause={cause} player={player} show={show} compact={below} />
      ) : player.missingSeconds > 0 ? (
        <StallNotice player={player} show={show} />
      ) : (
        noticeOf(player, props, below)
      )}
    </div>
  );
}

function noticeOf(
  player: Player,
  { slug, name, show, pause, note }: PlayerNoticeProps,
  compact: boolean,
): ReactNode {
  const { phase, hasPlayed, resume } = player;
  if (phase === "connecting" || (phase === "idle" && hasPlayed))
    return <Busy inFlow={compact}>{m.room_connecting()}</Busy>;
  if (phase === "stalled" || phase === "recovering")
    return <Busy inFlow={compact}>{m.room_reconnecting()}</Busy>;
  if (phase === "waiting") {
    const onBreak = (show ? show.pause : pause) === "model_paused";
    // On a phone the meter says it already, right above, and there is no room for both.
    return onBreak ? (
      <AwayNotice
        icon="pause"
        title={m.room_waiting_break_title({ name })}
        text={note ?? m.room_waiting_break()}
        compact={compact}
        className={compact && note === null ? "phone:hidden" : ""}
      />
    ) : (
      <WaitingNotice name={name} show={show} compact={compact} />
    );
  }
  if (phase === "ended") {
    return (
      <AwayNotice icon="night" title={m.room_ended_title()} text={m.room_ended_text({ name })}>
        <span className="mt-3 flex flex-wrap justify-center gap-2">
          <NotifyButton slug={slug} name={name} />
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
  if (phase === "blocked") {
    return (
      <AwayNotice icon="play" title={m.room_blocked_title()} text={m.room_blocked_text()} compact={compact}>
        <Button tone="solid" className="pointer-events-auto mt-3" onClick={resume}>
          {m.room_blocked_action()}
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

type CauseNoticeProps = StallNoticeProps & { cause: SaidCause; compact: boolean };

/** Says why no picture comes and what one can do, and of a show what that costs. */
function CauseNotice({ cause, player: { missingSeconds }, show, compact }: CauseNoticeProps) {
  return (
    <AwayNotice icon="signal" {...noPictureText(cause)} compact={compact} long>
      <p className="text-[#FFD88A]">{show ? chargeOf(show) : m.picture_no_show()}</p>
      {show && missingSeconds >= 20 && <p>{m.room_stall_show_ends()}</p>}
    </AwayNotice>
  );
}

type StallNoticeProps = {
  player: Pick<Player, "missingSeconds" | "attempt" | "hasPlayed">;
  show: ShowState | null;
};

/** Says that no picture comes, what is being done about it, and what it costs; more of it the longer it lasts. */
function StallNotice({ player: { missingSeconds, attempt, hasPlayed }, show }: StallNoticeProps) {
  const tried = { attempt: Math.max(1, attempt) };
  const begun = hasPlayed ? m.room_stall_stopped() : m.room_connecting();
  return (
    <div className="grid max-w-[34ch] justify-items-center gap-1.5 rounded-16 bg-plate px-4 py-3 text-14 phone:mr-14 motion-safe:animate-[fade_200ms_both]">
      <p className="flex items-center gap-2.5 font-semibold">
        <Spinner size={18} />
        {missingSeconds < 8 ? begun : m.room_stall_title({ seconds: missingSeconds })}
      </p>
      {missingSeconds >= 8 && (
        <p>{missingSeconds < 20 ? m.room_stall_retry(tried) : m.room_stall_network(tried)}</p>
      )}
      <p className="text-[#FFD88A]">{chargeOf(show)}</p>
      {missingSeconds >= 20 && show && <p>{m.room_stall_show_ends()}</p>}
    </div>
  );
}

/** A pause is the server's word that its meter stands; until it has come, only the rule can be promised. */
function chargeOf(show: ShowState | null): string {
  if (!show) return m.room_stall_free();
  if (show.role === "promo") return m.room_stall_promo();
  return show.pause ? m.room_stall_paused() : m.room_stall_counted();
}

/** The room says that nobody sends once nothing has come for two seconds. */
const knownAfterSeconds = 2;
const steps = [8, 20] as const;

type WaitingNoticeProps = { name: string; show: ShowState | null; compact: boolean };

/** Says that the model sends no picture, and more of it the longer it lasts. */
function WaitingNotice({ name, show, compact }: WaitingNoticeProps) {
  const seconds = useMissingSeconds();
  const missing = seconds > 0 ? m.room_waiting_since({ name, seconds }) : m.room_waiting_text({ name });
  return (
    <AwayNotice icon="signal" title={m.room_waiting_title()} text={missing} compact={compact}>
      {seconds > 0 && <p>{show && seconds >= 20 ? m.room_stall_show_ends() : m.room_waiting_resume()}</p>}
    </AwayNotice>
  );
}

function useMissingSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timers = steps.map((step) => setTimeout(() => setSeconds(step), (step - knownAfterSeconds) * 1000));
    return () => timers.forEach(clearTimeout);
  }, []);
  return seconds;
}
