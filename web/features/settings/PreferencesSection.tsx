import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useRevalidator } from "react-router";
import type { Language } from "#contract/common.ts";
import type { FanProfile } from "#contract/profile.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { speak, useLocale } from "#web/lib/i18n/locale.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Segmented } from "#web/ui/Segmented.tsx";
import { Switch } from "#web/ui/Switch.tsx";
import { toast } from "#web/ui/toast.ts";
import { SettingsSection } from "./SettingsSection.tsx";
import { sayRefusal } from "./say-refusal.ts";

const languages: readonly { value: Language; text: string }[] = [
  { value: "en", text: "English" },
  { value: "es", text: "Español" },
];

/** Language and notices: each is stored as soon as it is changed. */
export function PreferencesSection({ viewer }: { viewer: FanProfile }) {
  const change = useLanguage();
  const notices = useNotices(viewer);
  return (
    <SettingsSection title={m.settings_preferences()}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div>
          <p className="font-[550]">{m.settings_language()}</p>
          <p className="text-12 text-text-3">{m.settings_language_hint()}</p>
        </div>
        <Segmented
          label={m.settings_language()}
          options={languages}
          value={useLocale()}
          onChange={(language) => void change(language)}
        />
      </div>
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

function useLanguage() {
  const client = useQueryClient();
  const { revalidate } = useRevalidator();
  return async (language: Language) => {
    speak(language);
    void revalidate();
    const answer = await browserApi.call("POST /api/fan/set-language", { body: { language } });
    if (answer.status === 200) client.setQueryData(profileQuery.queryKey, answer.body);
    else sayRefusal(answer);
  };
}

/** The switch moves at once and goes back when the server refuses; until it has answered, further presses do nothing. */
function useNotices(viewer: FanProfile) {
  const client = useQueryClient();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const turn = async (on: boolean) => {
    if (wanted !== null) return;
    setWanted(on);
    const body = { is_block_notification: !on };
    const answer = await browserApi.call("POST /api/fan/turn-notification", { body });
    setWanted(null);
    if (answer.status !== 200) return sayRefusal(answer);
    client.setQueryData(profileQuery.queryKey, answer.body);
    toast({ kind: "success", text: on ? m.settings_notices_on() : m.settings_notices_off() });
  };
  return { on: wanted ?? !viewer.is_block_notification, turn };
}
