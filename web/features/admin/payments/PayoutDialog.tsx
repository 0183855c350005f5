import { useState } from "react";
import type { PayoutRow } from "#contract/earnings.ts";
import { trimmedLength } from "#contract/field-bounds.ts";
import { browserApi } from "#web/lib/api/browser-api.ts";
import { tokens as tokensText } from "#web/lib/i18n/format.ts";
import { m } from "#web/paraglide/messages.js";
import { Button } from "#web/ui/Button.tsx";
import { Dialog } from "#web/ui/Dialog.tsx";
import { Field } from "#web/ui/Field.tsx";
import { useAdminCommand } from "../use-admin.ts";

type PayoutDialogProps = { row: PayoutRow; month: string; onClose(): void };

const referenceMin = 3;
const referenceMax = 100;

/** Enters what a model was paid outside; all that is due is proposed. */
export function PayoutDialog({ row, month, onClose }: PayoutDialogProps) {
  const [typed, setTyped] = useState({ tokens: String(row.due), reference: "" });
  const [tried, setTried] = useState(false);
  const { pending, run } = useAdminCommand(
    (body: { tokens: number; reference: string }, client_id) =>
      browserApi.call("POST /api/admin/payouts/{id}", {
        params: { id: row.model_id },
        body: { month, ...body, client_id },
      }),
    () => m.admin_payout_done(),
  );
  const amount = Number(typed.tokens);
  const tokensWrong = !Number.isSafeInteger(amount) || amount < 1 || amount > row.due;
  const length = trimmedLength(typed.reference);
  const referenceWrong = length < referenceMin || length > referenceMax;
  const send = async () => {
    setTried(true);
    if (tokensWrong || referenceWrong) return;
    if (await run({ tokens: amount, reference: typed.reference.trim() })) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.admin_payout_of({ name: row.login })}
      locked={pending}
      foot={
        <>
          <Button tone="quiet" className="ml-auto" onClick={onClose} disabled={pending}>
            {m.admin_cancel()}
          </Button>
          <Button tone="primary" busy={pending} onClick={() => void send()}>
            {m.admin_pay_out()}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-text-2">{m.admin_payout_text()}</p>
      <Field
        label={m.admin_payout_tokens()}
        inputMode="numeric"
        value={typed.tokens}
        onChange={(event) => setTyped({ ...typed, tokens: event.target.value })}
        error={tried && tokensWrong ? m.admin_payout_tokens_wrong({ max: tokensText(row.due) }) : null}
      />
      <Field
        label={m.admin_payout_reference()}
        hint={m.admin_payout_reference_hint()}
        value={typed.reference}
        onChange={(event) => setTyped({ ...typed, reference: event.target.value })}
        error={tried && referenceWrong ? m.admin_payout_reference_needed() : null}
      />
    </Dialog>
  );
}
