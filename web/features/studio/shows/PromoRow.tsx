import type { PromoLink } from "#contract/shows.ts";
import { clock } from "#web/lib/i18n/format.ts";
import { copyText } from "#web/lib/platform/clipboard.ts";
import { m } from "#web/paraglide/messages.js";
import { Pill, type PillTone } from "#web/ui/Badge.tsx";
import { Button } from "#web/ui/buttons/Button.tsx";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { toast } from "#web/ui/overlays/toast.ts";

type PromoRowProps = {
  promo: PromoLink;
  /** The model is live in public, so that a fan who waits can be let in. */
  mayStart: boolean;
  busy: boolean;
  onStart(): void;
  onWithdraw(): void;
};

type Shown = PromoLink["state"] | "waiting";
const words: Record<Shown, () => string> = {
  new: () => m.studio_promo_state_new(),
  open: () => m.studio_promo_state_open(),
  waiting: () => m.studio_promo_state_waiting(),
  running: () => m.studio_promo_state_running(),
  used: () => m.studio_promo_state_used(),
  expired: () => m.studio_promo_state_expired(),
  withdrawn: () => m.studio_promo_state_withdrawn(),
};
const tones: Partial<Record<Shown, PillTone>> = { waiting: "ok", running: "private" };

/** One promo link: for whom, what is left of it, where it stands, and what can be done with it. */
export function PromoRow({ promo, mayStart, busy, onStart, onWithdraw }: PromoRowProps) {
  const { email, duration, time_used, fan_name } = promo;
  const shown: Shown = promo.waiting ? "waiting" : promo.state;
  const usable = promo.state === "new" || promo.state === "open";
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 border-t border-line px-4 py-2">
      <div className="min-w-0">
        <b className="block truncate font-semibold">{fan_name ?? email}</b>
        <span className="block truncate text-12 text-text-2 tabular-nums">
          {m.studio_promo_time({ left: clock(duration - time_used), whole: clock(duration) })}
          {fan_name && email && ` · ${email}`}
        </span>
      </div>
      <Pill tone={tones[shown] ?? "plain"}>{words[shown]()}</Pill>
      {usable && (
        <div className="col-span-2 flex flex-wrap items-center gap-1">
          {promo.waiting && mayStart && (
            <Button
              size="sm"
              tone="primary"
              busy={busy}
              className="min-h-11"
              aria-label={m.studio_promo_start_for({ name: fan_name ?? email })}
              onClick={onStart}
            >
              {m.studio_promo_start()}
            </Button>
          )}
          <Button
            size="sm"
            className="min-h-11"
            aria-label={m.studio_promo_copy_for({ email })}
            onClick={() => void copy(promo.url)}
          >
            {m.studio_promo_copy()}
          </Button>
          <IconButton
            icon="x"
            label={m.studio_promo_withdraw_for({ email })}
            onClick={onWithdraw}
            className="ml-auto"
          />
        </div>
      )}
    </li>
  );
}

async function copy(url: string): Promise<void> {
  try {
    await copyText(url);
    toast({ kind: "success", text: m.studio_promo_copied() });
  } catch {
    toast({ kind: "error", text: m.studio_promo_copy_failed() });
  }
}
