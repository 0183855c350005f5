import type { PauseReason, ShowState } from "#contract/show-state.ts";
import { useSeconds } from "#web/entities/show/use-show-clock.ts";
import { clock } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { cx } from "#web/ui/cx.ts";

export type ShowBarProps = {
  show: ShowState;
  name: string;
  busy: boolean;
  onLeave(): void;
  className?: string;
};

const pauses: Record<PauseReason, (name: string) => string> = {
  model_media_lost: (name) => m.show_paused_model_media_lost({ name }),
  fan_media_lost: (name) => m.show_paused_fan_media_lost({ name }),
  model_paused: (name) => m.show_paused_model_paused({ name }),
};
const saidAt = [60, 30, 10];

/** The meter of a one-to-one show: what is left, whether it stands still and why, and the way out. */
export function ShowBar({ show, name, busy, onLeave, className }: ShowBarProps) {
  const { left, served } = useSeconds(show);
  const paused = show.pause;
  const time = clock(left ?? served);
  const whole = show.served_seconds + (show.seconds_left ?? 0);
  return (
    <section
      aria-label={m.show_label()}
      data-paused={paused ?? undefined}
      className={cx("grid gap-2", className)}
    >
      <div
        className={cx(
          "flex min-h-16 items-center gap-3 rounded-16 px-4 py-2 shadow-[inset_0_0_0_1.5px_#A78BFA66]",
          paused ? "bg-[#3A2A06] shadow-[inset_0_0_0_1.5px_#FFB020]" : "bg-[#241A45]",
        )}
      >
        <b
          role="timer"
          aria-label={left === null ? m.show_served({ time }) : m.show_left_label({ time })}
          className={cx(
            "text-28 leading-none font-bold tabular-nums",
            paused ? "text-[#FFC24B]" : "text-white",
          )}
        >
          {time}
        </b>
        <p className="min-w-0 flex-1 text-12 leading-snug text-[#DAD4E6]">
          {left !== null && <span className="block font-semibold text-white">{m.show_left()}</span>}
          <span className={cx(paused && "text-[#FFD88A]")}>
            {paused ? pauses[paused](name) : m.show_promo()}
          </span>
        </p>
        <button
          type="button"
          onClick={onLeave}
          aria-disabled={busy}
          className="min-h-11 flex-none rounded-12 bg-[#F4F1FA] px-4 font-semibold text-[#1A1622] transition-colors duration-(--hover) hover:bg-white aria-disabled:opacity-60"
        >
          {m.show_end()}
        </button>
      </div>
      {left !== null && (
        <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-[#ffffff2e]">
          <div
            className={cx("h-full rounded-full", paused ? "bg-[#FFB020]" : "bg-[#A78BFA]")}
            style={{ width: `${whole === 0 ? 0 : Math.max(0, (left / whole) * 100)}%` }}
          />
        </div>
      )}
      <p role="status" className="sr-only">
        {paused ? m.show_paused() : left !== null && saidAt.includes(left) && m.show_soon({ count: left })}
      </p>
    </section>
  );
}
