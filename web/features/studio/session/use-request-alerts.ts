import { useEffect, useEffectEvent, useRef } from "react";
import type { StudioRequest } from "#contract/paid-shows.ts";
import { studioPath } from "#web/lib/navigation/guards.ts";
import { playChime } from "#web/lib/platform/chime.ts";
import { closePageNotices, showPageNotice } from "#web/lib/platform/page-notice.ts";
import { useStore } from "#web/lib/store.ts";
import { m } from "#web/paraglide/messages.js";
import { readRequestAlerts, requestAlerts } from "./request-alerts.ts";

/** While somebody waits, it sounds again this often: a model may stand away from the screen. */
const chimePeriodMs = 10_000;
const noticeTag = "show-request";

/**
 * Lets a model know of a request who looks elsewhere: by a sound, in the title of the tab, and by a notice of the system
 * while the tab is hidden. Requests that wait when the page opens are in sight, and alert nobody.
 */
export function useRequestAlerts(requests: readonly StudioRequest[]): void {
  const { sound, notices } = useStore(requestAlerts);
  useEffect(readRequestAlerts, []);
  const known = useRef<ReadonlySet<number> | null>(null);
  const alert = useEffectEvent(({ fan }: StudioRequest) => {
    if (!notices || document.visibilityState === "visible") return;
    const title = m.studio_alert_title({ name: fan.login });
    void showPageNotice({ title, body: m.studio_alert_text(), tag: noticeTag, path: studioPath });
  });
  const chime = useEffectEvent(() => {
    if (sound) playChime();
  });
  const waiting = requests.length;
  useEffect(() => {
    const before = known.current;
    known.current = new Set(requests.map(({ id }) => id));
    const fresh = before ? requests.filter(({ id }) => !before.has(id)) : [];
    for (const request of fresh) alert(request);
    if (fresh.length > 0) chime();
  }, [requests]);
  useEffect(() => {
    if (waiting === 0) return;
    const timer = setInterval(() => chime(), chimePeriodMs);
    const title = document.title;
    const said = m.studio_alert_tab({ count: waiting });
    const show = () => {
      if (document.visibilityState === "hidden") document.title = said;
      else if (document.title === said) document.title = title;
    };
    show();
    document.addEventListener("visibilitychange", show);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", show);
      if (document.title === said) document.title = title;
      void closePageNotices(noticeTag);
    };
  }, [waiting]);
}
