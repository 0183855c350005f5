import type { FanProfile } from "#contract/profile.ts";
import { siteName, siteSlug } from "#contract/site-name.ts";
import { handOver } from "#web/lib/api/download.ts";
import { copyText as copyToClipboard } from "#web/lib/platform/clipboard.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { toast } from "#web/ui/overlays/toast.ts";

type RecoveryCodesDialogProps = { codes: readonly string[]; viewer: FanProfile; onClose(): void };

/** Shows the recovery codes, this once: a press beside the dialog does not lose them. */
export function RecoveryCodesDialog({ codes, viewer, onClose }: RecoveryCodesDialogProps) {
  const download = () => {
    const text = `${m.factor_codes_file({ site: siteName(), login: viewer.login })}\n\n${codes.join("\n")}\n`;
    handOver(new Blob([text], { type: "text/plain" }), `${siteSlug()}-recovery-codes.txt`);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      locked
      title={m.factor_codes_title()}
      footer={
        <Button tone="primary" className="ml-auto" onClick={onClose}>
          {m.factor_codes_done()}
        </Button>
      }
    >
      <p className="text-text-2">{m.factor_codes_text()}</p>
      <ul
        aria-label={m.factor_codes_list()}
        className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-12 bg-surface p-4 font-mono text-14"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button tone="outline" onClick={() => void copyText(codes.join("\n"))}>
          {m.factor_codes_copy()}
        </Button>
        <Button tone="outline" onClick={download}>
          {m.factor_codes_download()}
        </Button>
      </div>
    </Dialog>
  );
}

/** Copies a text and says so. Browser only. */
export async function copyText(text: string): Promise<void> {
  try {
    await copyToClipboard(text);
    toast({ kind: "success", text: m.factor_copied() });
  } catch {
    toast({ kind: "error", text: m.factor_copy_failed() });
  }
}
