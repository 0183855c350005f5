import type { FanProfile } from "#contract/profile.ts";
import { siteSlug } from "#contract/site-name.ts";
import { downloadFile } from "#web/lib/api/download.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { toast, toastRefusal } from "#web/ui/overlays/toast.ts";
import { SettingsSection } from "./SettingsSection.tsx";

/** Everything that is stored about the person, as one file. */
export function DataSection({ viewer }: { viewer: FanProfile }) {
  const { pending, run } = useCommand({
    call: (file: string) => downloadFile("/api/fan/export", file),
    onDone: () => toast({ kind: "success", text: m.settings_data_downloaded() }),
    onRefused: toastRefusal,
  });
  return (
    <SettingsSection title={m.settings_data()} anchor="data">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[48ch] text-text-2">
          {viewer.role === "model" ? m.settings_data_text_model() : m.settings_data_text()}
        </p>
        <Button tone="outline" busy={pending} onClick={() => void run(`${siteSlug()}-data.zip`)}>
          {m.settings_data_download()}
        </Button>
      </div>
    </SettingsSection>
  );
}
