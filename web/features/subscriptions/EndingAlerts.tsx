import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { FanProfile } from "#contract/accounts.ts";
import { daysLeft } from "#contract/subscriptions.ts";
import { utcDay } from "#web/lib/subscribing/utc-day.ts";
import { useViewer } from "#web/lib/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/Icon.tsx";
import { IconButton } from "#web/ui/IconButton.tsx";
import { dismiss, isDismissed, readDismissed } from "./dismissed.ts";
import { hoursLeft } from "./hours-left.ts";

type Ending = FanProfile["endingSubscriptions"][number];

/** Reminders of subscriptions that end soon, until they are put away. */
export function EndingAlerts() {
  const endings = useViewer()?.endingSubscriptions ?? [];
  const [dismissed, setDismissed] = useState(() => readDismissed(localStorage));
  const now = useNow();
  const shown = endings.filter(
    (ending) => Date.parse(ending.expireAt) > now.getTime() && !isDismissed(dismissed, ending),
  );
  if (shown.length === 0) return null;
  const putAway = (ending: Ending) => {
    dismiss(localStorage, ending);
    setDismissed(readDismissed(localStorage));
  };
  return (
    <section
      aria-label={m.sub_alerts()}
      className="pointer-events-none fixed right-3 bottom-[calc(76px+env(safe-area-inset-bottom))] left-3 z-[200] grid justify-items-end gap-2 lg:right-6 lg:bottom-6"
    >
      {shown.map((ending) => (
        <Alert key={ending.id} ending={ending} now={now} onDismiss={() => putAway(ending)} />
      ))}
    </section>
  );
}

function Alert({ ending, now, onDismiss }: { ending: Ending; now: Date; onDismiss(): void }) {
  const hours = hoursLeft(daysLeft(ending.expireAt, now));
  return (
    <div
      role="status"
      className="pointer-events-auto flex w-full max-w-[380px] items-center gap-3 rounded-16 bg-raised py-2 pr-1 pl-4 shadow-[var(--shadow-3),inset_0_0_0_1px_var(--line)]"
    >
      <span className="grid min-w-11 flex-none justify-items-center text-warn">
        <Icon name="clock" size={20} />
        {hours && <span className="text-12 font-bold whitespace-nowrap">{m.sub_alert_hours({ hours })}</span>}
      </span>
      <p className="min-w-0 flex-1 text-14">
        <strong className="block truncate">{ending.modelName}</strong>
        <span className="text-text-2">{m.sub_alert_text({ date: utcDay(ending.expireAt) })}</span>{" "}
        <Link to="/subscription-models" className="underline">
          {m.sub_alert_link()}
        </Link>
      </p>
      <IconButton icon="x" label={m.sub_alert_dismiss({ name: ending.modelName })} onClick={onDismiss} />
    </div>
  );
}

function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
