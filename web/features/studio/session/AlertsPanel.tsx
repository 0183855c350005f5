import { useState } from "react";
import { useHydrated } from "#web/lib/page/lazy.tsx";
import { playChime } from "#web/lib/platform/chime.ts";
import { askForNotices, noticePermission } from "#web/lib/platform/page-notice.ts";
import { useStore } from "#web/lib/store.ts";
import { m } from "#web/paraglide/messages.js";
import { Switch } from "#web/ui/fields/Switch.tsx";
import { Panel } from "../Panel.tsx";
import { chooseRequestAlerts, requestAlerts } from "./request-alerts.ts";

/** How a request reaches a model who looks elsewhere: by a sound, and by a notice of the system. */
export function AlertsPanel() {
  const { sound, notices } = useStore(requestAlerts);
  const hydrated = useHydrated();
  const [asked, setAsked] = useState(0);
  const permission = hydrated ? noticePermission() : "ask";
  const turnNotices = async (on: boolean) => {
    chooseRequestAlerts({ notices: on });
    if (on) await askForNotices();
    setAsked(asked + 1);
  };
  return (
    <Panel title={m.studio_alerts()}>
      <div className="grid gap-1 px-4 pb-3">
        <Switch
          label={m.studio_alerts_sound()}
          checked={sound}
          onChange={(on) => {
            chooseRequestAlerts({ sound: on });
            if (on) playChime();
          }}
        />
        {permission !== "unsupported" && (
          <Switch
            label={m.studio_alerts_notice()}
            checked={notices && permission === "granted"}
            onChange={(on) => void turnNotices(on)}
          />
        )}
        {permission === "blocked" && <p className="text-12 text-text-2">{m.studio_alerts_blocked()}</p>}
      </div>
    </Panel>
  );
}
