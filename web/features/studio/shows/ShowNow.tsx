import type { PauseReason } from "#contract/show-state.ts";
import type { StudioShows } from "#contract/shows.ts";
import { useClockThreshold } from "#web/entities/show/use-clock-threshold.ts";
import { useSeconds } from "#web/entities/show/use-show-clock.ts";
import { usePayout } from "#web/entities/studio/payout.ts";
import { clock, tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Badge } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/buttons/Button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Coin } from "#web/ui/pictures/Coin.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { FanCameraView } from "./FanCameraView.tsx";

type StudioShow = NonNullable<StudioShows["show"]>;
type ShowNowProps = { show: StudioShow; busy: boolean; onEnd(): void };

/** As many as there are figures. */
const columns: Record<StudioShow["mode"], string> = {
  private: "grid-cols-2 sm:grid-cols-4 lg:grid-cols-2",
  vip: "grid-cols-3 lg:grid-cols-2",
  promo: "grid-cols-2",
};

/** The show that runs: with whom and in which mode, its meter, what it has earned, how many spy, and the way back. */
export function ShowNow({ show, busy, onEnd }: ShowNowProps) {
  const { left, served } = useSeconds(show);
  const payout = usePayout();
  const earned = show.spent + show.spies.tokens;
  const title = m.studio_show_with({ name: show.fan_name });
  return (
    <section
      aria-label={title}
      className="grid gap-3 rounded-16 bg-surface p-4 max-lg:gap-2 max-lg:p-3 shadow-[inset_0_0_0_2px_var(--private-fill)]"
    >
      <header className="flex min-h-7 items-center gap-2">
        <h2 className="min-w-0 flex-1 truncate text-16!">{title}</h2>
        <Badge mode={show.mode} className="h-7" />
      </header>
      <dl className={cx("grid gap-px overflow-hidden rounded-12 bg-line", columns[show.mode])}>
        <Figure name={m.studio_show_served()}>{clock(served)}</Figure>
        {show.mode === "promo" ? (
          <Figure name={m.studio_show_remaining()}>{clock(left ?? 0)}</Figure>
        ) : (
          <>
            <Figure name={m.studio_show_earned()}>
              <Coin />
              {tokens(earned)}
              <span className="text-12 font-[550] text-text-2">{payout(earned)}</span>
            </Figure>
            <Figure name={m.studio_show_rate()}>
              {m.studio_rate_minute({ rate: tokens(show.rate) })}
              <span className="text-12 font-[550] text-text-2">{payout(show.rate)}</span>
            </Figure>
          </>
        )}
        {show.mode === "private" && (
          <Figure name={m.studio_show_spies()}>{show.spies_allowed ? show.spy_count : "–"}</Figure>
        )}
      </dl>
      {show.pause && <Pause reason={show.pause} name={show.fan_name} />}
      {show.mode !== "promo" && <Left left={show.pause ? null : left} />}
      {/* Above the camera, which a narrow page does not show whole without scrolling. */}
      <Button tone="private" wide busy={busy} onClick={onEnd}>
        {m.studio_show_end()}
      </Button>
      {show.mode !== "promo" && <FanCameraView showId={show.id} name={show.fan_name} />}
    </section>
  );
}

function Figure({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="bg-raised px-3 py-2.5 max-lg:py-1.5 light:bg-overlay">
      <dt className="text-12 text-text-3">{name}</dt>
      <dd className="flex items-center gap-1.5 text-16 font-bold whitespace-nowrap tabular-nums">
        {children}
      </dd>
    </div>
  );
}

const pauses: Record<PauseReason, (of: { name: string }) => string> = {
  model_media_lost: () => m.studio_pause_model_media_lost(),
  fan_media_lost: m.studio_pause_fan_media_lost,
  model_paused: () => m.studio_pause_model_paused(),
};

function Pause({ reason, name }: { reason: PauseReason; name: string }) {
  return (
    <p
      role="status"
      className={cx("flex items-start gap-2 rounded-12 bg-warn-soft px-3 py-2 text-14 text-text")}
    >
      <Icon name="pause" size={18} className="mt-0.5 flex-none text-warn" />
      {pauses[reason]({ name })}
    </p>
  );
}

/** Seconds before the end at which it is announced. */
const warnAt = [180, 60, 30];

/** How long the fan's tokens, or the limit that they have set, let it go on, once that is soon over. */
function Left({ left }: { left: number | null }) {
  const reached = useClockThreshold(warnAt, left);
  const words = (seconds: number) => m.studio_show_left({ time: clock(seconds) });
  return (
    <>
      {left !== null && reached && (
        <p role="timer" className="text-12 text-text-2 tabular-nums">
          {words(left)}
        </p>
      )}
      <p role="status" className="sr-only">
        {reached && words(reached.left)}
      </p>
    </>
  );
}
