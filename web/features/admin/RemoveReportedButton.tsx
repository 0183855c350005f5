import { useState } from "react";
import type { TicketDetails } from "#contract/admin-tickets.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { ReasonDialog } from "./ReasonDialog.tsx";
import { RefundBuyers, refundsAtFirst } from "./RefundBuyers.tsx";
import { useAdminCommand } from "./use-admin.ts";

/** Takes away what was reported, after the reason was asked and whether its buyers get their tokens back. */
export function RemoveReportedButton({ ticket }: { ticket: TicketDetails }) {
  const [asking, setAsking] = useState(false);
  const [refund, setRefund] = useState(refundsAtFirst(ticket));
  const { pending, run } = useAdminCommand(
    (reason: string, client_id) =>
      browserApi.call("POST /api/admin/tickets/{id}/remove", {
        params: { id: ticket.id },
        body: { reason, client_id, refund_buyers: refund },
      }),
    () => m.admin_remove_reported_done(),
  );
  const confirm = async (reason: string) => {
    if (await run(reason)) setAsking(false);
  };
  return (
    <>
      <Button tone="danger" size="sm" className="justify-self-start" onClick={() => setAsking(true)}>
        {m.admin_remove_reported()}
      </Button>
      {asking && (
        <ReasonDialog
          title={m.admin_remove_reported()}
          text={ticket.sold.buyers > 0 ? m.admin_remove_sold_text() : m.admin_remove_reported_text()}
          confirm={m.admin_remove_reported()}
          danger
          busy={pending}
          onConfirm={(reason) => void confirm(reason)}
          onClose={() => setAsking(false)}
        >
          <RefundBuyers sold={ticket.sold} checked={refund} onChange={setRefund} />
        </ReasonDialog>
      )}
    </>
  );
}
