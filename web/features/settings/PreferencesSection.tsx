import type { Language } from "#contract/common.ts";
import type { FanProfile } from "#contract/profile.ts";
import { CountryField } from "#web/entities/account/CountryField.tsx";
import { useLanguageSwitch } from "#web/entities/account/use-language-switch.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { useLocale } from "#web/lib/i18n/locale.ts";
import { useSetViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Segmented } from "#web/ui/fields/Segmented.tsx";
import { Switch } from "#web/ui/fields/Switch.tsx";
import { toast, toastRefusal } from "#web/ui/overlays/toast.ts";
import { SettingsSection } from "./SettingsSection.tsx";

const languages: readonly { value: Language; text: string }[] = [
  { value: "en", text: "English" },
  { value: "es", text: "Español" },
];

/** Language and notifications: each is stored as soon as it is changed. */
export function PreferencesSection({ viewer }: { viewer: FanProfile }) {
  const change = useLanguageSwitch();
  const notices = useNotices(viewer);
  return (
    <SettingsSection title={m.settings_preferences()} anchor="language">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div>
          <p className="font-[550]">{m.settings_language()}</p>
          <p className="text-12 text-text-3">{m.settings_language_hint()}</p>
        </div>
        <Segmented label={m.settings_language()} options={languages} value={useLocale()} onChange={change} />
      </div>
      {viewer.role === "fan" && (
        <div className="mt-4 max-w-[360px]">
          <CountryField hint={viewer.isColombian ? m.country_hint_regional() : m.country_hint()} />
        </div>
      )}
      <hr className="my-4 border-line" />
      <Switch
        label={m.settings_notices()}
        checked={notices.on}
        onChange={(on) => void notices.turn(on)}
        className="font-[550]"
      />
      {/* A model's menu has no messages to count. */}
      {viewer.role === "fan" && (
        <p className="-mt-2 max-w-[48ch] text-12 text-text-3">{m.settings_notices_hint()}</p>
      )}
    </SettingsSection>
  );
}

/** The switch moves at once and goes back when the server refuses. */
function useNotices(viewer: FanProfile) {
  const setViewer = useSetViewer();
  const { pending, open, run } = useCommand({
    call: (on: boolean) =>
      browserApi.call("POST /api/fan/turn-notification", { body: { is_block_notification: !on } }),
    onDone({ body }, on) {
      setViewer(body);
      toast({ kind: "success", text: on ? m.settings_notices_on() : m.settings_notices_off() });
    },
    onRefused: toastRefusal,
  });
  return { on: pending && open !== null ? open : !viewer.is_block_notification, turn: run };
}
