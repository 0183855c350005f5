import type { ShowState } from "#contract/show-state.ts";
import { useSeconds } from "#web/entities/show/use-show-clock.ts";
import { spentText, useWorthSpent } from "#web/entities/wallet/token-worth.ts";
import { clock, tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Sheet } from "#web/ui/overlays/Sheet.tsx";
import { useLeaving } from "./use-leaving.ts";

type LeaveGuardProps = {
  show: ShowState;
  name: string;
  container: HTMLElement | null;
  /** The fan has pressed to leave, or is on the way to another page. */
  asking: boolean;
  onAsk(asking: boolean): void;
};

/** Asks before a show is left, by its button or by any way out of the room, and says what it has cost so far. */
export function LeaveGuard({ show, name, container, asking, onAsk }: LeaveGuardProps) {
  const { busy, stay, leave } = useLeaving(onAsk);
  return (
    <Sheet open={asking} onClose={stay} container={container} title={m.leave_title({ name })}>
      <Sofar show={show} />
      <div className="grid grid-cols-2 gap-2">
        <Button tone="outline" size="lg" wide busy={busy} onClick={leave}>
          {m.leave_confirm()}
        </Button>
        <Button tone="solid" size="lg" wide onClick={stay}>
          {m.leave_stay()}
        </Button>
      </div>
    </Sheet>
  );
}

function Sofar({ show }: { show: ShowState }) {
  const worth = useWorthSpent();
  const { served, left } = useSeconds(show);
  if (show.role === "promo")
    return <p className="text-text-2">{m.leave_promo({ time: clock(left ?? 0) })}</p>;
  const cost = spentText(show.spent, worth(show.spent));
  return (
    <div className="grid gap-1 text-text-2">
      <p className="tabular-nums">{m.leave_spent({ time: clock(served), cost })}</p>
      <p>
        {show.spent < show.minimum && served > 0
          ? m.leave_minimum({ count: show.minimum, amount: tokens(show.minimum) })
          : m.leave_rest()}
      </p>
    </div>
  );
}
