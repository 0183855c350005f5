import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { profileQuery } from "#web/lib/session/viewer.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { FormAlert } from "#web/ui/Field.tsx";
import { toast } from "#web/ui/toast.ts";
import { refusalText } from "../say-refusal.ts";

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
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const remove = async () => {
    setBusy(true);
    setProblem(null);
    const answer = await browserApi.call("POST /api/fan/remove-avatar");
    setBusy(false);
    if (answer.status !== 200) return setProblem(refusalText(answer));
    onClose();
    client.setQueryData(profileQuery.queryKey, answer.body);
    toast({ kind: "success", text: m.settings_picture_removed() });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      title={m.settings_picture_remove_title()}
      foot={
        <>
          <Button className="ml-auto" disabled={busy} onClick={onClose}>
            {m.settings_picture_keep()}
          </Button>
          <Button tone="danger" busy={busy} onClick={() => void remove()}>
            {m.settings_picture_remove()}
          </Button>
        </>
      }
    >
      <p className="text-text-2">{m.settings_picture_remove_text()}</p>
      <FormAlert text={problem} />
    </Dialog>
  );
}
