import { useState } from "react";
import type { FanProfile } from "#contract/profile.ts";
import { downloadFile } from "#web/lib/api/download.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { toast } from "#web/ui/toast.ts";
import { SettingsSection } from "./SettingsSection.tsx";
import { sayRefusal } from "./say-refusal.ts";

/** Everything that is stored about the person, as one file. */
export function DataSection({ viewer }: { viewer: FanProfile }) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    const answer = await downloadFile("/api/fan/export", "fanlight-data.zip");
    setBusy(false);
    if (answer.ok) toast({ kind: "success", text: m.settings_data_downloaded() });
    else sayRefusal(answer);
  };
  return (
    <SettingsSection title={m.settings_data()}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[48ch] text-text-2">
          {viewer.role === "model" ? m.settings_data_text_model() : m.settings_data_text()}
        </p>
        <Button tone="outline" busy={busy} onClick={() => void download()}>
          {m.settings_data_download()}
        </Button>
      </div>
    </SettingsSection>
  );
}
