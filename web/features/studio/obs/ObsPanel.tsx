import { type ReactNode, useState } from "react";
import type { Studio } from "#contract/studio.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { copyText } from "#web/lib/platform/clipboard.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { IconButton } from "#web/ui/buttons/IconButton.tsx";
import { Field } from "#web/ui/fields/Field.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { toast } from "#web/ui/overlays/toast.ts";
import { Icon } from "#web/ui/pictures/Icon.tsx";
import { useStudioCommand } from "../use-studio-command.ts";

/** The settings that OBS needs to go live: the address and the key, which stays hidden until asked for. */
export function ObsPanel({ publish }: Pick<Studio, "publish">) {
  const [shown, setShown] = useState(false);
  const [renewing, setRenewing] = useState(false);
  return (
    <div className="grid gap-3.5 px-4 pb-4">
      <p className="text-text-2">{m.studio_obs_help()}</p>
      <p className="text-12 text-text-2">{m.studio_seen_obs()}</p>
      <CopyField label={m.studio_obs_server()} value={publish.url} copyLabel={m.studio_copy_server()} />
      <CopyField
        label={m.studio_obs_key()}
        value={publish.key}
        secret={!shown}
        copyLabel={m.studio_copy_key()}
        extra={
          <IconButton
            icon={shown ? "eyeOff" : "eye"}
            label={shown ? m.studio_hide() : m.studio_reveal()}
            onClick={() => setShown(!shown)}
          />
        }
      />
      <Button tone="outline" className="justify-self-start" onClick={() => setRenewing(true)}>
        <Icon name="refresh" size={18} />
        {m.studio_renew()}
      </Button>
      {renewing && <RenewDialog onClose={() => setRenewing(false)} />}
    </div>
  );
}

function RenewDialog({ onClose }: { onClose(): void }) {
  const renewal = useStudioCommand(() => browserApi.call("POST /api/studio/stream-key"), m.studio_renewed);
  const renew = async () => {
    if (await renewal.run(null)) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.studio_renew_title()}
      footer={
        <>
          <Button className="ml-auto" onClick={onClose}>
            {m.studio_cancel()}
          </Button>
          <Button tone="danger" busy={renewal.pending} onClick={renew}>
            {m.studio_renew()}
          </Button>
        </>
      }
    >
      <p className="text-text-2">{m.studio_renew_text()}</p>
    </Dialog>
  );
}

type CopyFieldProps = {
  label: string;
  value: string;
  copyLabel: string;
  /** Draws dots instead of the value; copying still copies the value. */
  secret?: boolean;
  extra?: ReactNode;
};

/** A value to be copied elsewhere. */
function CopyField({ label, value, copyLabel, secret = false, extra }: CopyFieldProps) {
  return (
    <Field
      label={label}
      value={value}
      readOnly
      type={secret ? "password" : "text"}
      autoComplete="off"
      spellCheck={false}
      end={
        <span className="-mr-3 flex">
          {extra}
          <Button tone="quiet" aria-label={copyLabel} onClick={() => void copy(value)}>
            {m.studio_copy()}
          </Button>
        </span>
      }
    />
  );
}

async function copy(value: string): Promise<void> {
  try {
    await copyText(value);
    toast({ kind: "success", text: m.studio_copied() });
  } catch {
    toast({ kind: "error", text: m.studio_copy_failed() });
  }
}
