import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { spentText, tokenCostQuery, worthSpent } from "#web/entities/wallet/token-worth.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { browserClock, type Clock } from "#web/lib/clock.ts";
import { storageKeys } from "#web/lib/constants.ts";
import { currentLanguage } from "#web/lib/i18n/locale.ts";
import { sessionStore } from "#web/lib/platform/storage.ts";
import { m } from "#web/paraglide/messages.js";
import { toast } from "#web/ui/overlays/toast.ts";

const remindEveryMs = 60 * 60_000;
const lookEveryMs = 60_000;
const shownMs = 15_000;

/** Says once an hour how long the fan has been here in this tab, and what they have spent in the last day. */
export function SessionReminder({ clock = browserClock }: { clock?: Clock }) {
  const client = useQueryClient();
  useEffect(() => {
    const beganMs = begunAt(clock);
    let reminded = Math.floor((clock.now().getTime() - beganMs) / remindEveryMs);
    const look = async () => {
      const hours = Math.floor((clock.now().getTime() - beganMs) / remindEveryMs);
      // Nobody is reminded in a tab that they do not look at.
      if (hours <= reminded || document.hidden) return;
      reminded = hours;
      const [answer, cost] = await Promise.all([
        browserApi.call("GET /api/fan/limits"),
        client.ensureQueryData(tokenCostQuery).catch(() => null),
      ]);
      if (answer.status === 200) remind(hours, answer.body.spent.day, cost);
    };
    return clock.every(lookEveryMs, () => void look());
  }, [client, clock]);
  return null;
}

function remind(hours: number, tokensSpent: number, cost: number | null): void {
  const spent = spentText(tokensSpent, worthSpent(tokensSpent, cost));
  toast({
    kind: "info",
    text: m.session_reminder({ time: hoursText(hours), spent }),
    link: { to: "/settings#spending", text: m.session_reminder_link() },
    durationMs: shownMs,
  });
}

/** When this tab's visit began: it goes on over reloads and ends with the tab. */
function begunAt(clock: Clock): number {
  const kept = Number(sessionStore.getItem(storageKeys.visitBegan));
  if (kept > 0) return kept;
  const now = clock.now().getTime();
  sessionStore.setItem(storageKeys.visitBegan, String(now));
  return now;
}

/** Whole hours: "1 hour", "3 hours". */
function hoursText(hours: number): string {
  const long = { style: "unit", unit: "hour", unitDisplay: "long" } as const;
  return new Intl.NumberFormat(currentLanguage(), long).format(hours);
}
