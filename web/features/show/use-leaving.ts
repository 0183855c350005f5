import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { useBlocker, useNavigate } from "react-router";
import { applyShowEvent, changeFanShow } from "#web/entities/show/fan-show-query.ts";
import { overRead } from "#web/entities/show/fan-show.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { paymentToastMs } from "#web/lib/constants.ts";
import { tokens } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { toast, toastRefusal } from "#web/ui/overlays/toast.ts";

/**
 * Leaving a show: `onAsk` is called when the fan is on the way out of the room, or has thought better of it. Only for
 * components that live no longer than the show: the router asks the blocker that came last, and the others wait for it.
 */
export function useLeaving(onAsk: (asking: boolean) => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const isLeft = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !isLeft.current && currentLocation.pathname !== nextLocation.pathname,
  );
  const { state, location: wanted } = blocker;
  const ask = useEffectEvent(onAsk);
  useEffect(() => {
    if (state === "blocked") ask(true);
  }, [state]);
  useEffect(() => () => ask(false), []);
  const { pending, run } = useCommand({
    call: () => browserApi.call("POST /api/fan/leave-show"),
    onDone({ body: { show } }) {
      isLeft.current = true;
      onAsk(false);
      // The end of the show may have taken this component, and the move that it held, away by now.
      if (wanted) void navigate(wanted);
      if (!show) return;
      const { model_id, slug, end_reason } = show;
      const data = { model_id, slug, show, reason: end_reason ?? "fan_left" };
      applyShowEvent(client, { name: "ShowEnded", data });
      if (!wanted) return;
      // A fan who goes to another page reads there what it was.
      changeFanShow(client, overRead);
      if (show.role !== "promo")
        toast({
          kind: "info",
          text: m.leave_toast({ count: show.spent, amount: tokens(show.spent) }),
          link: { to: `/receipts/${show.id}`, text: m.receipt_open() },
          durationMs: paymentToastMs,
        });
    },
    // Leaving a show that is over already is done: whatever is refused, the meter goes on, and the fan has to know.
    onRefused: toastRefusal,
  });
  return {
    busy: pending,
    stay() {
      blocker.reset?.();
      onAsk(false);
    },
    leave: () => void run(null),
  };
}
