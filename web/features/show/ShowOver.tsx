import type { ShowEnd, ShowState } from "#contract/show-state.ts";
import { clock } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { MessageDialog } from "#web/ui/Dialog.tsx";

/** A show that is over, as its event told. */
export type OverShow = { show: ShowState; reason: ShowEnd };

const words: Record<ShowEnd, (name: string, time: string) => string> = {
  used_up: () => m.show_over_used_up(),
  fan_left: (_name, time) => m.show_over_fan_left({ time }),
  model_ended: (name, time) => m.show_over_model_ended({ name, time }),
  model_left: (name, time) => m.show_over_model_left({ name, time }),
  withdrawn: (name) => m.show_over_withdrawn({ name }),
  banned: (name) => m.show_over_banned({ name }),
  cap_reached: () => m.show_over_cap_reached(),
  out_of_tokens: () => m.show_over_out_of_tokens(),
  limit_reached: () => m.show_over_limit_reached(),
  price_declined: () => m.show_over_price_declined(),
  show_over: (name) => m.show_over_show_over({ name }),
};

/** How a show ended, for how long it was, and what is kept of it. */
export function ShowOver({ over, name, onClose }: { over: OverShow; name: string; onClose(): void }) {
  const { show, reason } = over;
  return (
    <MessageDialog title={m.show_over_title({ name })} onClose={onClose}>
      <p>{words[reason](name, clock(show.seconds_left ?? 0))}</p>
      <p className="mt-2 tabular-nums">{m.show_over_served({ time: clock(show.served_seconds) })}</p>
    </MessageDialog>
  );
}
