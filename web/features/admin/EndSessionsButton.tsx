import { useState } from "react";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { ReasonDialog } from "./ReasonDialog.tsx";
import { useAdminCommand } from "./use-admin.ts";

/** Signs a person out everywhere, after the reason was asked. `name` is what the staff calls the person. */
export function EndSessionsButton({ accountId, name }: { accountId: number; name: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="sm" aria-label={`${m.admin_end_sessions()}: ${name}`} onClick={() => setAsking(true)}>
        {m.admin_end_sessions()}
      </Button>
      {asking && <EndingDialog accountId={accountId} name={name} onClose={() => setAsking(false)} />}
    </>
  );
}

type EndingDialogProps = { accountId: number; name: string; onClose(): void };

function EndingDialog({ accountId, name, onClose }: EndingDialogProps) {
  const { pending, run } = useAdminCommand(
    (reason: string, client_id) =>
      browserApi.call("POST /api/admin/accounts/{id}/end-sessions", {
        params: { id: accountId },
        body: { reason, client_id },
      }),
    () => m.admin_end_sessions_done({ name }),
  );
  const confirm = async (reason: string) => {
    if (await run(reason)) onClose();
  };
  return (
    <ReasonDialog
      title={m.admin_end_sessions_title({ name })}
      text={m.admin_end_sessions_text()}
      confirm={m.admin_end_sessions()}
      danger
      busy={pending}
      onConfirm={(text) => void confirm(text)}
      onClose={onClose}
    />
  );
}
