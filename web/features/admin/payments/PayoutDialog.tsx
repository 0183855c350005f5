import { useState } from "react";
import type { PayoutRow } from "#contract/earnings.ts";
import { trimmedLength } from "#contract/field-bounds.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { wholeNumber } from "#web/lib/forms/whole-number.ts";
import { tokens as tokensText } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/buttons/Button.tsx";
import { Field } from "#web/ui/fields/Field.tsx";
import { Dialog } from "#web/ui/overlays/Dialog.tsx";
import { useAdminCommand } from "../use-admin.ts";

type PayoutDialogProps = { row: PayoutRow; month: string; onClose(): void };

const referenceMin = 3;
const referenceMax = 100;

/** Enters what a model was paid outside; all that is due is proposed. */
export function PayoutDialog({ row, month, onClose }: PayoutDialogProps) {
  const [typed, setTyped] = useState({ tokens: String(row.due), reference: "" });
  const [tried, setTried] = useState(false);
  const { pending, run, open } = useAdminCommand(
    (body: { tokens: number; reference: string }, client_id) =>
      browserApi.call("POST /api/admin/payouts/{id}", {
        params: { id: row.model_id },
        body: { month, ...body, client_id },
      }),
    () => m.admin_payout_done(),
    { once: ["pay-out", row.model_id, month] },
  );
  const shown = open ? { ...open, tokens: String(open.tokens) } : typed;
  const unknown = open !== null && !pending;
  const amount = wholeNumber(typed.tokens);
  const tokensWrong = !(amount >= 1 && amount <= row.due);
  const length = trimmedLength(typed.reference);
  const referenceWrong = length < referenceMin || length > referenceMax;
  const send = async () => {
    setTried(true);
    // A payout that was sent may have been entered, and less is due than before: it is asked about unchanged.
    if (!open && (tokensWrong || referenceWrong)) return;
    if (await run(open ?? { tokens: amount, reference: typed.reference.trim() })) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.admin_payout_of({ name: row.login })}
      locked={pending}
      footer={
        <>
          <Button tone="quiet" className="ml-auto" onClick={onClose} disabled={pending}>
            {m.admin_cancel()}
          </Button>
          <Button tone="primary" busy={pending} onClick={() => void send()}>
            {unknown ? m.tip_unknown_action() : m.admin_pay_out()}
          </Button>
        </>
      }
    >
      <p role={unknown ? "alert" : undefined} className="mb-4 text-text-2">
        {unknown ? m.admin_payout_unknown() : m.admin_payout_text()}
      </p>
      <Field
        label={m.admin_payout_tokens()}
        inputMode="numeric"
        value={shown.tokens}
        disabled={open !== null}
        onChange={(event) => setTyped({ ...typed, tokens: event.target.value })}
        error={
          !open && tried && tokensWrong ? m.admin_payout_tokens_wrong({ max: tokensText(row.due) }) : null
        }
      />
      <Field
        label={m.admin_payout_reference()}
        hint={m.admin_payout_reference_hint()}
        value={shown.reference}
        disabled={open !== null}
        onChange={(event) => setTyped({ ...typed, reference: event.target.value })}
        error={!open && tried && referenceWrong ? m.admin_payout_reference_needed() : null}
      />
    </Dialog>
  );
}
