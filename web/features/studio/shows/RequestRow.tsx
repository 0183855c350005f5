import type { StudioRequest } from "#contract/paid-shows.ts";
import { usePayout } from "#web/entities/studio/payout.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Avatar } from "#web/ui/pictures/Avatar.tsx";
import type { Invitation } from "./request-queue.ts";

type RequestRowProps = {
  request: StudioRequest;
  seconds: number;
  busy: boolean;
  onAccept(): void;
  onDecline(): void;
};

/** A request: the fan, the kind of show, its price, and the two answers. */
export function RequestRow({ request, seconds, busy, onAccept, onDecline }: RequestRowProps) {
  const { fan, mode, rate, two_way, known } = request;
  const name = fan.login;
  const paid = usePayout()(rate);
  const details = [
    ...(paid === null ? [] : [m.studio_rate_money({ money: paid })]),
    fan.language === "es" ? m.studio_request_es() : m.studio_request_en(),
    known ? m.studio_request_known() : m.studio_request_new(),
    ...(two_way ? [m.studio_request_two_way()] : []),
  ];
  return (
    <li className="grid gap-3 border-t border-line px-4 py-3">
      <div className="flex items-center gap-3">
        <Avatar name={name} src={null} size={40} />
        <p className="min-w-0 flex-1">
          <span className="block">
            <b className="font-semibold">{name}</b>{" "}
            <span className="text-text-2">
              {mode === "vip" ? m.studio_request_vip() : m.studio_request_private()}
            </span>
          </span>
          <span className="block text-12 text-text-2">{details.join(" · ")}</span>
        </p>
        <AnswerRing seconds={seconds} />
      </div>
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-2">
        <Button wide disabled={busy} aria-label={m.studio_request_decline_of({ name })} onClick={onDecline}>
          {m.studio_request_decline()}
        </Button>
        <Button
          wide
          tone="private"
          busy={busy}
          aria-label={m.studio_request_accept_of({ name, count: rate, rate: tokens(rate) })}
          onClick={onAccept}
        >
          {m.studio_request_accept({ rate: tokens(rate) })}
        </Button>
      </div>
    </li>
  );
}

/** An invitation that its fan has not answered yet. */
export function InvitationRow({ invitation, seconds }: { invitation: Invitation; seconds: number }) {
  const { fan, mode } = invitation;
  const { name } = fan;
  return (
    <li className="flex min-h-14 items-center gap-3 border-t border-line px-4 py-2">
      <Avatar name={name} src={null} size={32} />
      <span className="min-w-0 flex-1 text-text-2">
        {mode === "vip" ? m.studio_invitation_vip({ name }) : m.studio_invitation_private({ name })}
      </span>
      <AnswerRing seconds={seconds} />
    </li>
  );
}

const radius = 13;
const around = 2 * Math.PI * radius;

/** The seconds that are left for an answer, as a ring that empties around their number. */
function AnswerRing({ seconds, whole = 30 }: { seconds: number; whole?: number }) {
  return (
    // A list around it that says what comes says nothing of each second.
    <span
      role="timer"
      aria-live="off"
      className="relative grid size-9 flex-none place-items-center text-12 font-[650] tabular-nums"
    >
      <svg viewBox="0 0 30 30" aria-hidden="true" className="absolute inset-0 -rotate-90">
        <circle cx="15" cy="15" r={radius} fill="none" strokeWidth="2.5" className="stroke-line" />
        <circle
          cx="15"
          cy="15"
          r={radius}
          fill="none"
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeDasharray={around}
          strokeDashoffset={around * (1 - seconds / whole)}
          className="stroke-private motion-safe:transition-[stroke-dashoffset] motion-safe:duration-1000 motion-safe:ease-linear"
        />
      </svg>
      <span aria-hidden="true">{seconds}</span>
      <span className="sr-only">{m.studio_answer_seconds({ count: seconds })}</span>
    </span>
  );
}
