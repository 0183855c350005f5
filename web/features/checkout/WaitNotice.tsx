import { useState } from "react";
import { clock } from "#web/lib/i18n/format.ts";
import { hourOrDay } from "#web/lib/page/local-time.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { secondsLeft } from "./offers.ts";

type WaitNoticeProps = {
  /** When the fan may pay again; null when nothing is to be waited for. */
  retryAt: string | null;
  now: Date;
};

/**
 * Shows that the next try has to wait, and counts down to it. Screen readers get the sentence with the hour, which stays
 * the same, once, and once that the wait is over; the seconds stand beside it for those who see.
 */
export function WaitNotice({ retryAt, now }: WaitNoticeProps) {
  const seconds = retryAt === null ? 0 : secondsLeft(retryAt, now);
  const [counted, setCounted] = useState(false);
  if (seconds > 0 && !counted) setCounted(true);
  if (!counted || retryAt === null) return null;
  const isOver = seconds === 0;
  return (
    <div className={`flex items-center gap-3 rounded-12 px-4 py-3 ${isOver ? "bg-ok-soft" : "bg-warn-soft"}`}>
      <Icon name={isOver ? "check" : "clock"} className={`flex-none ${isOver ? "text-ok" : "text-warn"}`} />
      {!isOver && (
        <>
          <p role="alert" className="min-w-0 flex-1">
            {m.pay_wait({ time: hourOrDay(retryAt, now) })}
          </p>
          <span
            role="timer"
            aria-label={m.pay_wait_left()}
            className="flex-none text-16 font-[650] tabular-nums"
          >
            {clock(seconds)}
          </span>
        </>
      )}
      {/* Always there while there is a wait: what is put into it is read aloud. */}
      <p role="status" className={isOver ? "" : "sr-only"}>
        {isOver && m.pay_wait_over()}
      </p>
    </div>
  );
}
