import { useState } from "react";
import type { FanProfile } from "#contract/profile.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { SettingsSection } from "../SettingsSection.tsx";
import { DeleteDialog } from "./DeleteDialog.tsx";

/** The way out, with one question before it. */
export function DeleteSection({ viewer }: { viewer: FanProfile }) {
  const [asking, setAsking] = useState(false);
  return (
    <SettingsSection title={m.settings_delete()}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[48ch] text-text-2">{m.settings_delete_text()}</p>
        <Button tone="danger" onClick={() => setAsking(true)}>
          {m.settings_delete_open()}
        </Button>
      </div>
      {asking && <DeleteDialog viewer={viewer} onClose={() => setAsking(false)} />}
    </SettingsSection>
  );
}
