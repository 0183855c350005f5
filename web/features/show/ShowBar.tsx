import { type ReactNode, useEffect, useState } from "react";
import type { ShowState } from "#contract/show-state.ts";
import { useClockThreshold } from "#web/entities/show/use-clock-threshold.ts";
import { useSeconds } from "#web/entities/show/use-show-clock.ts";
import { useWorthSpent } from "#web/entities/wallet/token-worth.ts";
import { clock, tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { cx } from "#web/ui/cx.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { chimeOn, playChime, setChimeOn } from "./chime.ts";
import { isFreeLook, pauseText, whyText } from "./show-texts.ts";
import { ShowLimit } from "./ShowLimit.tsx";

export type ShowBarProps = {
  show: ShowState;
  name: string;
  /** Only one of several bars on the page announces the warnings. */
  silent?: boolean;
  onLeave(): void;
  className?: string;
  /** Stands under the meter: what the tokens still last. */
  children?: ReactNode;
};

/** Seconds before the end at which it is announced. */
const warnAt = [60, 30, 10];

/** The meter of a show: its time, what it has cost, whether it stands still and why, and the way out. */
export function ShowBar({ show, name, silent = false, onLeave, className, children }: ShowBarProps) {
  const { left, served } = useSeconds(show);
  const isPaid = show.role !== "promo";
  const ending = left !== null && left <= 60 && !show.pause && !isFreeLook(show);
  const time = clock(isPaid && !isFreeLook(show) ? served : (left ?? served));
  const whole = show.served_seconds + (show.seconds_left ?? 0);
  return (
    <section
      aria-label={m.show_label()}
      data-paused={show.pause ?? undefined}
      className={cx("grid gap-2", className)}
    >
      <div
        className={cx(
          "flex min-h-16 items-center gap-3 rounded-16 px-3 py-2 max-[420px]:gap-2 sm:px-4",
          show.pause && "bg-[#3A2A06] shadow-[inset_0_0_0_1.5px_#FFB020]",
          !show.pause && ending && "bg-[#4A1220] shadow-[inset_0_0_0_1.5px_#FF6B78]",
          !show.pause && !ending && "bg-[#241A45] shadow-[inset_0_0_0_1.5px_#A78BFA66]",
        )}
      >
        <b
          role="timer"
          aria-label={isPaid ? m.show_served({ time }) : m.show_left_label({ time })}
          className={cx(
            "text-28 leading-none font-bold tabular-nums max-[380px]:text-20",
            show.pause ? "text-[#FFC24B]" : "text-white",
          )}
        >
          {time}
        </b>
        <p className="min-w-0 flex-1 text-12 leading-snug text-[#DAD4E6]">
          <Figures show={show} times={{ served, left }} ending={ending} name={name} />
        </p>
        {isPaid && <ChimeButton />}
        <button
          type="button"
          onClick={onLeave}
          aria-haspopup="dialog"
          aria-label={m.show_end()}
          className="min-h-11 flex-none rounded-12 bg-[#F4F1FA] px-4 font-semibold text-[#1A1622] transition-colors duration-(--hover) hover:bg-white max-[420px]:px-3"
        >
          <span className="max-[420px]:hidden">{m.show_end()}</span>
          <span className="min-[421px]:hidden">{m.show_end_short()}</span>
        </button>
      </div>
      <ShowLimit show={show} left={left} />
      {left !== null && (show.cap || !isPaid) && (
        <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-[#ffffff2e]">
          <div
            className={cx("h-full rounded-full", show.pause ? "bg-[#FFB020]" : "bg-[#A78BFA]")}
            style={{ width: `${whole === 0 ? 0 : Math.max(0, (left / whole) * 100)}%` }}
          />
        </div>
      )}
      {!silent && <Announcements show={show} left={left} />}
      {children}
    </section>
  );
}

/** Seconds that were served and that are left, as they are counted this second. */
type Times = { served: number; left: number | null };
type FiguresProps = { show: ShowState; times: Times; ending: boolean; name: string };

/** Beside the time: what it has cost, and the one thing that matters most now. */
function Figures({ show, times, ending, name }: FiguresProps) {
  const worth = useWorthSpent();
  const spent = [m.show_spent({ count: tokens(show.spent) }), worth(show.spent)];
  if (show.role === "promo") {
    return (
      <>
        <b className="block font-semibold text-white">{m.show_left()}</b>
        <span className={cx(show.pause && "text-[#FFD88A]")}>
          {show.pause ? pauseText(show.pause, name) : m.show_promo()}
        </span>
      </>
    );
  }
  return (
    <>
      <b className="block font-semibold text-white">
        {isFreeLook(show) ? m.show_free_look() : spent.filter((part) => part !== null).join(" · ")}
      </b>
      <span className={cx(show.pause && "text-[#FFD88A]", ending && "font-semibold text-[#FFC9CE]")}>
        {show.pause ? m.show_not_charging({ why: whyText(show.pause, name) }) : lineOf(show, times)}
      </span>
      {show.spy_count > 0 && (
        <span className="flex items-center gap-1">
          <Icon name="eye" size={14} />
          {m.show_spies({ count: show.spy_count })}
        </span>
      )}
    </>
  );
}

/**
 * The rate, with a spy's free seconds and with what the tokens still last in the last ten minutes; in the last minute when it
 * ends.
 */
function lineOf(show: ShowState, { served, left }: Times): string {
  if (isFreeLook(show)) return m.show_free_look_text();
  const { free_seconds: free } = show;
  if (served < free) return m.show_free_left({ count: free - served });
  if (left !== null && left <= 60) return m.show_ends_in({ count: left });
  const perMinute = m.show_rate({ count: show.rate, amount: tokens(show.rate) });
  const rate = free > 0 ? `${perMinute} · ${m.show_free({ count: free })}` : perMinute;
  // The rest of a limit that the fan has set stands below.
  if (show.cap || left === null || left > 600) return rate;
  return `${rate} · ${m.show_left_of({ time: clock(left) })}`;
}

function ChimeButton() {
  const [on, setOn] = useState(true);
  useEffect(() => setOn(chimeOn()), []);
  return (
    <IconButton
      icon={on ? "bell" : "mute"}
      iconSize={18}
      label={on ? m.show_chime_off() : m.show_chime_on()}
      onClick={() => {
        setChimeOn(!on);
        setOn(!on);
      }}
      className="-mx-1 size-10 text-[#DAD4E6] hover:bg-[#fff2] hover:text-white"
    />
  );
}

/** Announced to screen readers and played as a chime: a pause, and the last minute, half minute and ten seconds. */
function Announcements({ show, left }: { show: ShowState; left: number | null }) {
  const warns = left !== null && !show.pause && !isFreeLook(show);
  const reached = useClockThreshold(warnAt, warns ? left : null);
  const mark = warns ? reached?.mark : undefined;
  useEffect(() => {
    if (mark !== undefined) playChime();
  }, [mark]);
  const text = show.pause ? m.show_paused() : reached ? m.show_soon({ count: reached.left }) : "";
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
