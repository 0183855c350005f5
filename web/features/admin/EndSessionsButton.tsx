import { useState } from "react";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { RowAction } from "./parts.tsx";
import { ReasonDialog } from "./ReasonDialog.tsx";
import { useAdminCommand } from "./use-admin.ts";

type EndSessionsButtonProps = {
  accountId: number;
  /** The name by which the staff knows the person. */
  name: string;
  inMenu?: boolean;
};

/** Signs a person out everywhere, after the reason was asked. */
export function EndSessionsButton({ accountId, name, inMenu }: EndSessionsButtonProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <RowAction
        label={m.admin_end_sessions()}
        about={name}
        inMenu={inMenu}
        onClick={() => setAsking(true)}
      />
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
