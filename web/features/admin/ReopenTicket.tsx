import { useState } from "react";
import type { TicketDetails } from "#contract/admin-tickets.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { ReasonDialog } from "./ReasonDialog.tsx";
import { useAdminCommand } from "./use-admin.ts";

/** Opens a closed message again, after the reason was asked. */
export function ReopenTicket({ ticket }: { ticket: TicketDetails }) {
  const [asking, setAsking] = useState(false);
  const { pending, run } = useAdminCommand(
    (text: string, client_id) =>
      browserApi.call("POST /api/admin/tickets/{id}/reopen", {
        params: { id: ticket.id },
        body: { client_id, text },
      }),
    () => m.admin_reopen_done(),
  );
  const confirm = async (reason: string) => {
    if (await run(reason)) setAsking(false);
  };
  return (
    <>
      <Button tone="outline" className="justify-self-start" onClick={() => setAsking(true)}>
        {m.admin_reopen()}
      </Button>
      {asking && (
        <ReasonDialog
          title={m.admin_reopen_title({ number: ticket.number })}
          text={m.admin_reopen_text()}
          confirm={m.admin_reopen()}
          danger={false}
          busy={pending}
          onConfirm={(reason) => void confirm(reason)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
