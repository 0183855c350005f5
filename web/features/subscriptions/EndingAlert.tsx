import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { FanProfile } from "#contract/profile.ts";
import { daysLeft } from "#contract/subscription-status.ts";
import { utcDay } from "#web/lib/i18n/format.ts";
import { localStore } from "#web/lib/platform/storage.ts";
import { m } from "#web/paraglide/messages.js";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { dismiss, isDismissed, useDismissed } from "./dismissed.ts";

type EndingAlertProps = {
  endings: FanProfile["endingSubscriptions"];
  /** The dismissed reminders that the server saw, and when it drew the page. */
  dismissed: string;
  loadedAt: string;
};

/**
 * A reminder of the subscription that ends next, one at a time, until it is dismissed. It stands in the flow of the page,
 * above its content, so that it never covers anything, and is drawn by the server, so that nothing moves when it comes to
 * life.
 */
export function EndingAlert({ endings, dismissed: drawn, loadedAt }: EndingAlertProps) {
  const dismissed = useDismissed(drawn);
  const now = useNow(loadedAt);
  const ending = endings.find(
    (one) => Date.parse(one.expireAt) > now.getTime() && !isDismissed(dismissed, one),
  );
  if (!ending) return null;
  const hours = hoursLeft(daysLeft(ending.expireAt, now));
  return (
    <div className="isolate page-inset pt-1 pb-3 max-lg:px-3 print:hidden">
      {/* Over nothing but its own surroundings: what it stands in is isolated. */}
      <section
        aria-label={m.sub_alerts()}
        className="relative z-[200] flex items-center gap-3 rounded-16 bg-warn-soft py-1 pr-1 pl-4"
      >
        <Icon name="clock" size={20} className="flex-none text-warn" />
        <p role="status" className="min-w-0 flex-1 text-14">
          {hours && <b className="mr-2 whitespace-nowrap text-warn">{m.sub_alert_hours({ hours })}</b>}
          <strong>{ending.modelName}</strong> <span aria-hidden="true">·</span>{" "}
          <span className="text-text-2">{m.sub_alert_text({ date: utcDay(ending.expireAt) })}</span>{" "}
          <Link to="/subscription-models" className="inline-block py-1 underline">
            {m.sub_alert_link()}
          </Link>
        </p>
        <IconButton
          icon="x"
          label={m.sub_alert_dismiss({ name: ending.modelName })}
          onClick={() => dismiss(localStore, ending)}
        />
      </section>
    </div>
  );
}

/** The hours that the reminder names: 72 with 3 days left, 24 with 1, nothing else. */
export function hoursLeft(days: number): "72" | "24" | "" {
  if (days === 3) return "72";
  return days === 1 ? "24" : "";
}

function useNow(loadedAt: string): Date {
  const [now, setNow] = useState(() => new Date(loadedAt));
  useEffect(() => {
    const look = () => setNow(new Date());
    look();
    const timer = setInterval(look, 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
