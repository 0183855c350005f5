import { useState } from "react";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { refusalText } from "#web/lib/api/refusal.ts";
import { useCommand } from "#web/lib/api/use-command.ts";
import { useSetViewer } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { FormAlert } from "#web/ui/fields/Field.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { toast } from "#web/ui/overlays/toast.ts";

/** The way back to the drawn initial, with one question before it. */
export function RemovePicture() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button tone="quiet" onClick={() => setAsking(true)}>
        {m.settings_picture_remove()}
      </Button>
      {asking && <RemovalDialog onClose={() => setAsking(false)} />}
    </>
  );
}

function RemovalDialog({ onClose }: { onClose(): void }) {
  const setViewer = useSetViewer();
  const { pending, refusal, run } = useCommand({
    call: () => browserApi.call("POST /api/fan/remove-avatar"),
    onDone({ body }) {
      onClose();
      setViewer(body);
      toast({ kind: "success", text: m.settings_picture_removed() });
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      locked={pending}
      title={m.settings_picture_remove_title()}
      footer={
        <>
          <Button className="ml-auto" disabled={pending} onClick={onClose}>
            {m.settings_picture_keep()}
          </Button>
          <Button tone="danger" busy={pending} onClick={() => void run(null)}>
            {m.settings_picture_remove()}
          </Button>
        </>
      }
    >
      <p className="text-text-2">{m.settings_picture_remove_text()}</p>
      <FormAlert text={refusal && refusalText(refusal)} />
    </Dialog>
  );
}
